import { createServer, type IncomingMessage } from 'node:http';
import { pipeline, type Readable } from 'node:stream';

/** What the store keeps under a key. */
interface StoredObject {
  /** A stream is sent as it comes, and its length is not said; it is destroyed when nobody reads on. */
  body: Buffer | Readable;
  type: string | undefined;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

/**
 * A store that speaks as much S3 as pictures need, over real HTTP. It checks that requests are
 * signed, not by whom: to recompute signatures would be to test Amazon's library.
 */
export async function startS3() {
  const objects = new Map<string, StoredObject>();
  let failing = false;
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const key = decodeURIComponent(new URL(request.url ?? '', 'http://s3').pathname);
    const answer = (status: number, code: string) =>
      response
        .writeHead(status, { 'Content-Type': 'application/xml' })
        .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    if (failing) return answer(500, 'InternalError');
    const signature = request.headers.authorization ?? '';
    if (!/^AWS4-HMAC-SHA256 Credential=key-id\/\d{8}\/test-1\/s3\/aws4_request/.test(signature)) {
      return answer(403, 'AccessDenied');
    }
    switch (request.method) {
      case 'PUT':
        objects.set(key, { body, type: request.headers['content-type'] });
        return response.writeHead(200, { ETag: '"x"' }).end();
      case 'DELETE':
        objects.delete(key);
        return response.writeHead(204).end();
      case 'GET':
      case 'HEAD': {
        const found = objects.get(key);
        if (!found) return answer(404, 'NoSuchKey');
        if (!Buffer.isBuffer(found.body)) {
          pipeline(found.body, response.writeHead(200, { 'Content-Type': found.type }), () => {});
          return undefined;
        }
        return response
          .writeHead(200, { 'Content-Type': found.type, 'Content-Length': found.body.length })
          .end(request.method === 'GET' ? found.body : undefined);
      }
      default:
        return answer(405, 'MethodNotAllowed');
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address && typeof address === 'object' ? address.port : 0;
  return {
    objects,
    /** The settings that make a site use it. */
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'test-1',
      S3_BUCKET: 'crew',
      S3_ACCESS_KEY_ID: 'key-id',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    fail: (does: boolean) => {
      failing = does;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
