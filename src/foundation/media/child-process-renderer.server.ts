import { fork } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { AppError, type ErrorCode } from '../../lib/errors';
import type { PictureFormat } from './file-completeness.server';
import type { RenderedPicture, RenderPicture } from './picture-renderer.server';

/** Milliseconds that a picture may take: a hundred times what most do, and proxies wait for no more. */
const renderTimeoutMs = 30_000;

/** What the process says before it ends. */
type RenderResult =
  | { picture: RenderedPicture }
  | { rejection: { code: ErrorCode; message: string } };

/** What a process needs of ours. The settings are nothing for one that reads what strangers made. */
const inheritedVariables = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'SystemRoot'];

const childEnvironment = {
  ...Object.fromEntries(inheritedVariables.map((name) => [name, process.env[name]])),
  // By default each thread of the C library's keeps memory of its own: a fifth of it all.
  MALLOC_ARENA_MAX: '1',
};

/**
 * Renders each picture in a process of its own, which ends with it. A picture takes 80 to 320 MB while it
 * is read, much of which the server would keep; and should a file made for it bring the library down,
 * the site goes on.
 * @param entry the built script that calls `answerParent`
 * @param timeoutMs milliseconds after which a process is ended
 * @returns what throws as `renderUpload` does, and AppError unreadable when the process dies or takes
 *   too long, unavailable when the machine has no room for one
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
      // It may end before it has read everything: the answer says why.
      child.stdin?.on('error', () => undefined).end(bytes);
    });
}

/** The other side: takes one picture in, says what has become of it, and ends. */
export async function renderForParent(render: RenderPicture): Promise<void> {
  // The server is gone: nobody waits for this any more.
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
