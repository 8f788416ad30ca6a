import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Headers that each server makes by itself, for each answer. */
const ownHeaders = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'cache-status'];

/** An answer as it comes over the line, compressed as it is. */
export function rawAnswer(url: string, headers: Record<string, string>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(response.headers).flatMap(([name, value]) =>
              ownHeaders.includes(name) ? [] : [[name, String(value)]],
            ),
          ),
          body: Buffer.concat(parts),
        }),
      );
    })
      .once('error', reject)
      .end();
  });
}

/** Runs work beside a bare node:http server that gives this answer to everything. */
export async function withBareServer<Result>(
  answer: Answer,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const child = fork(fileURLToPath(new URL('./bare-process.mjs', import.meta.url)));
  try {
    child.send({ ...answer, body: answer.body.toString('base64') });
    const [port] = await once(child, 'message');
    return await work(`http://localhost:${port}/`);
  } finally {
    child.kill();
  }
}
