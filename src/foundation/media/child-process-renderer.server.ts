import { fork } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { AppError, type ErrorCode } from '../../lib/errors';
import { renderTargets } from './picture-formats';
import type { RenderedPicture, RenderPicture } from './picture-renderer.server';

/** A hundred times what most pictures need. Proxies don't wait longer either. */
const renderTimeoutMs = 30_000;

/** The message that the child process sends before it exits. */
type RenderResult =
  | { picture: RenderedPicture }
  | { rejection: { code: ErrorCode; message: string } };

/** The variables that the child process inherits. It parses untrusted files: no settings. */
const inheritedVariables = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'SystemRoot'];

const childEnvironment = {
  ...Object.fromEntries(inheritedVariables.map((name) => [name, process.env[name]])),
  // By default each thread of the C library has its own memory arena, a fifth of the total memory.
  MALLOC_ARENA_MAX: '1',
};

/**
 * Renders each picture in a separate process. Rendering takes 80 to 320 MB, much of which would
 * stay allocated, and a malicious file that crashes the library must not crash the site.
 * @param entry the built script that calls `renderForParent`
 * @returns a renderer that also throws AppError unreadable (crash, timeout) and unavailable (no
 *   process)
 */
export function createChildProcessRenderer(
  entry: string,
  timeoutMs = renderTimeoutMs,
): RenderPicture {
  return (bytes, target) =>
    new Promise((resolve, reject) => {
      const child = fork(entry, target ? [target] : [], {
        serialization: 'advanced',
        execArgv: [],
        env: childEnvironment,
        stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
      });
      let result: RenderResult | undefined;
      child.once('message', (received: RenderResult) => {
        result = received;
      });
      child.once('error', (cause) => {
        const message = 'Too many pictures are being processed. Please try again.';
        reject(new AppError('unavailable', message, { retryAfterSeconds: 10, cause }));
      });
      child.once('close', (code, signal) => {
        if (result && 'picture' in result) return resolve(result.picture);
        if (result) return reject(new AppError(result.rejection.code, result.rejection.message));
        const message = child.killed
          ? 'The picture took too long to process. Please upload a smaller one.'
          : 'The picture could not be read. Please export it again, or choose another one.';
        const cause = new Error(`Rendering ended with ${signal ?? code}`);
        return reject(new AppError('unreadable', message, { cause }));
      });
      // The process may exit before it has read all of its input. Its message contains the reason.
      child.stdin?.on('error', () => undefined).end(bytes);
    });
}

/** Renders one picture in the child process, reports the result and exits. */
export async function renderForParent(render: RenderPicture): Promise<void> {
  // The server is gone, so nothing is waiting for the result.
  process.once('disconnect', () => process.exit());
  const target = renderTargets.find((one) => one === process.argv[2]);
  const result: RenderResult = await render(await buffer(process.stdin), target).then(
    (picture) => ({ picture }),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return { rejection: { code: error.code, message: error.message } };
    },
  );
  process.send?.(result, () => process.disconnect());
}
