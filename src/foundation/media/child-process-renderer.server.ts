import { fork } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { AppError, type ErrorCode } from '../../lib/errors';
import type { PictureFormat } from './file-completeness.server';
import type { RenderedPicture, RenderPicture } from './picture-renderer.server';

/** The timeout of a picture: a hundred times what most need. Proxies wait no longer either. */
const renderTimeoutMs = 30_000;

/** The message that the process sends before it ends. */
type RenderResult =
  | { picture: RenderedPicture }
  | { rejection: { code: ErrorCode; message: string } };

/** The environment that a process needs. A process that parses strangers' files gets no settings. */
const inheritedVariables = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'SystemRoot'];

const childEnvironment = {
  ...Object.fromEntries(inheritedVariables.map((name) => [name, process.env[name]])),
  // By default each thread of the C library has its own memory arena: a fifth of the total.
  MALLOC_ARENA_MAX: '1',
};

/**
 * Renders each picture in a separate process, because rendering takes 80 to 320 MB, much of which the
 * server would keep, and because a malicious file that crashes the library must not crash the site.
 * @param entry the built script that calls `answerParent`
 * @param timeoutMs when a process is killed
 * @returns a function that throws as `renderUpload` does, and AppError unreadable when the process dies or
 *   times out, unavailable when the machine can't start one
 */
export function createChildProcessRenderer(
  entry: string,
  timeoutMs = renderTimeoutMs,
): RenderPicture {
  return (bytes, declared) =>
    new Promise((resolve, reject) => {
      const child = fork(entry, declared ? [declared] : [], {
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
        const retryOptions = { retryAfterSeconds: 10 };
        const failure = new AppError(
          'unavailable',
          'Too many pictures are being processed. Please try again.',
          retryOptions,
        );
        failure.cause = cause;
        reject(failure);
      });
      child.once('close', (code, signal) => {
        if (result && 'picture' in result) return resolve(result.picture);
        if (result) return reject(new AppError(result.rejection.code, result.rejection.message));
        const failure = new AppError(
          'unreadable',
          child.killed
            ? 'The picture took too long to process. Please upload a smaller one.'
            : 'The picture could not be read. Please export it again, or choose another one.',
        );
        failure.cause = new Error(`Rendering ended with ${signal ?? code}`);
        return reject(failure);
      });
      // The process may end before it has read everything. Its message says why.
      child.stdin?.on('error', () => undefined).end(bytes);
    });
}

/** The child's side: renders one picture, reports the result and exits. */
export async function renderForParent(render: RenderPicture): Promise<void> {
  // The server is gone, so nobody waits for this any more.
  process.once('disconnect', () => process.exit());
  const declared = process.argv[2] as PictureFormat | undefined;
  const result: RenderResult = await render(await buffer(process.stdin), declared).then(
    (picture) => ({ picture }),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return { rejection: { code: error.code, message: error.message } };
    },
  );
  process.send?.(result, () => process.disconnect());
}
