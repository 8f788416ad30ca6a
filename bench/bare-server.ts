import { fork } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { fileURLToPath } from 'node:url';

interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Headers that every server generates for each response. */
const generatedHeaders = ['date', 'connection', 'keep-alive', 'transfer-encoding', 'cache-status'];

/** Fetches a response without decoding its body. */
export function fetchRawResponse(
  url: string,
  headers: Record<string, string>,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: Object.fromEntries(
            Object.entries(response.headers).flatMap(([name, value]) =>
              generatedHeaders.includes(name) ? [] : [[name, String(value)]],
            ),
          ),
          body: Buffer.concat(chunks),
        }),
      );
    })
      .once('error', reject)
      .end();
  });
}

/** Runs `work` with a bare node:http server that sends this response to every request. */
export async function withBareServer<Result>(
  rawResponse: RawResponse,
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const child = fork(fileURLToPath(new URL('./bare-process.mjs', import.meta.url)));
  try {
    child.send({ ...rawResponse, body: rawResponse.body.toString('base64') });
    const [port] = await once(child, 'message');
    return await work(`http://localhost:${port}/`);
  } finally {
    child.kill();
  }
}
