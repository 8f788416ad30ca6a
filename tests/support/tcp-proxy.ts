import { connect, createServer, type Socket } from 'node:net';
import { listenOnFreePort } from './free-port';

/**
 * Starts a TCP proxy to another server, on a random port of the loopback interface.
 * @param target may be modified; new connections then go to the new target
 */
export async function startTcpProxy(target: { host: string; port: number }) {
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
    /** Stops forwarding without closing connections, as when a process hangs or a cable is pulled. */
    freeze() {
      state = 'frozen';
      for (const socket of sockets) socket.pause();
    },
    /** Resets all connections, and new ones too. */
    cut() {
      state = 'cut';
      for (const socket of sockets) socket.resetAndDestroy();
    },
    /** Forwards again. */
    open() {
      state = 'open';
      for (const socket of sockets) socket.resume();
    },
    close: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
