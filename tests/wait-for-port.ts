import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const timeoutMs = 20_000;

/** Waits until a program accepts connections on a port of the loopback interface. */
export async function waitForPort(port: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    if (Date.now() > deadline) throw new Error(`Nothing accepts connections on port ${port}.`);
    await pause(20);
  }
}
