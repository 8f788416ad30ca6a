import { connect, createServer, type Socket } from 'node:net';

/** A way to another server that can be cut off, or frozen with its connections open. */
export interface TcpGate {
  port: number;
  /** Nothing passes any more, and nobody is told: what a stopped process or a pulled cable looks like. */
  freeze: () => void;
  /** All connections break, and new ones are refused. */
  cut: () => void;
  /** All passes again. */
  open: () => void;
  close: () => Promise<void>;
}

/**
 * Opens a gate on a random port of the loopback.
 * @param target may be changed: the next connections lead where it says then
 */
export async function startTcpGate(target: { host: string; port: number }): Promise<TcpGate> {
  let state: 'open' | 'frozen' | 'cut' = 'open';
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    if (state === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const far = connect(target);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => {
        to.write(data);
      });
      from.on('error', () => to.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (state === 'frozen') from.pause();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (!address || typeof address === 'string') throw new Error('The gate has no port.');
  return {
    port: address.port,
    freeze() {
      state = 'frozen';
      for (const socket of sockets) socket.pause();
    },
    cut() {
      state = 'cut';
      for (const socket of sockets) socket.resetAndDestroy();
    },
    open() {
      state = 'open';
      for (const socket of sockets) socket.resume();
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
