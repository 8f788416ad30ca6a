import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { TemporaryFolder } from './temporary-folder';
import { waitLimitMs } from './time-limits';

/** Waits until a program accepts connections on a port of the loopback interface. */
async function waitForPort(port: number): Promise<void> {
  const deadline = Date.now() + waitLimitMs;
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

/**
 * Waits until a started program accepts connections. It ends with this process.
 * @returns a function that stops it and removes its folder
 */
export async function waitForProgram(
  child: ChildProcess,
  { port, folder, signal }: { port: number; folder: TemporaryFolder; signal: NodeJS.Signals },
): Promise<() => Promise<void>> {
  const endNow = () => child.kill(signal);
  process.once('exit', endNow);
  const stop = async () => {
    process.off('exit', endNow);
    if (child.exitCode === null && child.signalCode === null) {
      const exited = once(child, 'exit');
      endNow();
      await exited;
    }
    folder.remove();
  };
  try {
    await waitForPort(port);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
