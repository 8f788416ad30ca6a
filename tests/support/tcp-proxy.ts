import { connect, createServer, type Socket } from 'node:net';
import { listenOnFreePort } from './free-port';

/** A TCP proxy to another server. It can be cut off, or frozen with its connections open. */
export interface TcpProxy {
  port: number;
  /** Stops forwarding without closing connections, as when a process hangs or a cable is pulled. */
  freeze: () => void;
  /** Resets all connections, and new ones too. */
  cut: () => void;
  /** Forwards again. */
  open: () => void;
  close: () => Promise<void>;
}

/**
 * Starts a proxy on a random port of the loopback interface.
 * @param target may be modified; new connections then go to the new target
 */
export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
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
  return {
    port: await listenOnFreePort(server),
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
