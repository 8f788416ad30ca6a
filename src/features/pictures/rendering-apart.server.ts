import { fork } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { AppError, type ErrorCode } from '../../lib/errors';
import type { PictureFormat } from './picture-file.server';
import type { RenderedPicture, RenderPicture } from './rendering.server';

/** Milliseconds that a picture may take: a hundred times what most do, and proxies wait for no more. */
const patience = 30_000;

/** What the process says before it ends. */
type Answer = { picture: RenderedPicture } | { refusal: { code: ErrorCode; message: string } };

/** What a process needs of ours. The settings are nothing for one that reads what strangers made. */
const inherited = ['PATH', 'LD_LIBRARY_PATH', 'TMPDIR', 'TEMP', 'SystemRoot'];

const environment = {
  ...Object.fromEntries(inherited.map((name) => [name, process.env[name]])),
  // By default each thread of the C library's keeps memory of its own: a fifth of it all.
  MALLOC_ARENA_MAX: '1',
};

/**
 * Renders each picture in a process of its own, which ends with it. A picture takes 80 to 320 MB while it
 * is read, much of which the server would keep; and should a file made for it bring the library down,
 * the site goes on.
 * @param entry the built script that calls `answerParent`
 * @param longest milliseconds after which a process is ended
 * @returns what throws as `renderUpload` does, and AppError unreadable when the process dies or takes
 *   too long, unavailable when the machine has no room for one
 */
export function renderingApart(entry: string, longest = patience): RenderPicture {
  return (bytes, declared) =>
    new Promise((resolve, reject) => {
      const child = fork(entry, declared ? [declared] : [], {
        serialization: 'advanced',
        execArgv: [],
        env: environment,
        stdio: ['pipe', 'ignore', 'inherit', 'ipc'],
        timeout: longest,
        killSignal: 'SIGKILL',
      });
      let answer: Answer | undefined;
      child.once('message', (said: Answer) => {
        answer = said;
      });
      child.once('error', (cause) => {
        const busy = { retryAfter: 10 };
        const failure = new AppError('unavailable', 'No room to read a picture in now.', busy);
        failure.cause = cause;
        reject(failure);
      });
      child.once('close', (code, signal) => {
        if (answer && 'picture' in answer) return resolve(answer.picture);
        if (answer) return reject(new AppError(answer.refusal.code, answer.refusal.message));
        const failure = new AppError(
          'unreadable',
          child.killed
            ? 'The picture takes too long to read.'
            : 'The picture could not be read. Please save it anew, or take another one.',
        );
        failure.cause = new Error(`Rendering ended with ${signal ?? code}`);
        return reject(failure);
      });
      // It may end before it has read everything: the answer says why.
      child.stdin?.on('error', () => undefined).end(bytes);
    });
}

/** The other side: takes one picture in, says what has become of it, and ends. */
export async function answerParent(render: RenderPicture): Promise<void> {
  // The server is gone: nobody waits for this any more.
  process.once('disconnect', () => process.exit());
  const declared = process.argv[2] as PictureFormat | undefined;
  const answer: Answer = await render(await buffer(process.stdin), declared).then(
    (picture) => ({ picture }),
    (error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      return { refusal: { code: error.code, message: error.message } };
    },
  );
  process.send?.(answer, () => process.disconnect());
}
