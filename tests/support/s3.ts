import { createServer } from 'node:http';
import { pipeline, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { listenOnFreePort } from './free-port';

/** An object in the store. */
interface StoredObject {
  /** A stream is sent without a Content-Length and is destroyed when the client disconnects. */
  body: Buffer | Readable;
  type: string | undefined;
}

/**
 * Starts an object store with the part of the S3 API that pictures need, over real HTTP. It checks
 * that requests are signed, but not the signature itself, because that would test Amazon's library.
 */
export async function startS3() {
  const objects = new Map<string, StoredObject>();
  let failing = false;
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const key = decodeURIComponent(new URL(request.url ?? '', 'http://s3').pathname);
    const sendError = (status: number, code: string) =>
      response
        .writeHead(status, { 'Content-Type': 'application/xml' })
        .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
    if (failing) return sendError(500, 'InternalError');
    const signature = request.headers.authorization ?? '';
    if (!/^AWS4-HMAC-SHA256 Credential=key-id\/\d{8}\/test-1\/s3\/aws4_request/.test(signature)) {
      return sendError(403, 'AccessDenied');
    }
    // The bucket itself.
    if (request.method === 'HEAD' && /^\/crew\/?$/.test(key)) return response.writeHead(200).end();
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
        if (!found) return sendError(404, 'NoSuchKey');
        if (!Buffer.isBuffer(found.body)) {
          pipeline(found.body, response.writeHead(200, { 'Content-Type': found.type }), () => {});
          return undefined;
        }
        return response
          .writeHead(200, { 'Content-Type': found.type, 'Content-Length': found.body.length })
          .end(request.method === 'GET' ? found.body : undefined);
      }
      default:
        return sendError(405, 'MethodNotAllowed');
    }
  });
  const port = await listenOnFreePort(server);
  return {
    objects,
    /** The settings of a site that uses this store. */
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'test-1',
      S3_BUCKET: 'crew',
      S3_ACCESS_KEY_ID: 'key-id',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    fail: (shouldFail: boolean) => {
      failing = shouldFail;
    },
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
