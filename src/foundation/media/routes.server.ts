import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { getOrCreateSecret } from '../../db/site-state.server';
import { type Api, describeRoutes } from '../../http/api.server';
import { maxBodyTimeoutMs } from '../../http/request-limits.server';
import { AppError } from '../../lib/errors';
import { buildPictureUrl } from '../../lib/picture-url';
import { z } from '../../lib/schema';
import { hashToken } from '../../lib/secret-token.server';
import { createSerialQueue } from '../../lib/serial-queue';
import { readSessionToken } from '../auth/cookies.server';
import { storedPicture, uploadTarget } from './contract';
import { maxPictureBytes } from './picture-formats';
import { parseDeclaredFormat } from './picture-renderer.server';
import { removePicture } from './remove-unused-pictures.server';
import {
  createUploadUrl,
  getPictureStyle,
  type MediaContext,
  verifyUploadUrl,
} from './store.server';

/** The maximum of concurrent uploads. One is decoded at a time; the others wait or arrive. */
const maxConcurrentUploads = 5;

/** Time for a rejected client to read the response before the connection is closed. */
const closeDelayMs = 2_000;

const describeRoute = describeRoutes('pictures');
const uuid = z.string().check(z.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'Invalid id'));
/** Logos may be SVG, which is rendered to pixels. */
const purpose = z.optional(z.enum(['logo']));

const uploadQuery = z.object({
  expires: z.coerce.number().check(z.int()),
  signature: z.string().check(z.maxLength(64)),
  purpose,
});

const createTooLargeError = () => new AppError('too_large', 'The picture is larger than 10 MB.');

/** Reads a request body, whose declared length can't be trusted. @throws AppError too_large */
async function readBody(body: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  // Don't destroy a stream that is too long: that would close the connection before the response is
  // sent.
  for await (const part of body.iterator({ destroyOnReturn: false })) {
    size += part.length;
    if (size > maxPictureBytes) throw createTooLargeError();
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

/** Closes the connection of a client that keeps sending after its upload was rejected. */
function closeConnection(request: FastifyRequest): void {
  const { raw } = request;
  if (raw.readableEnded) return;
  const timer = setTimeout(() => raw.destroy(), closeDelayMs);
  timer.unref();
  raw.once('close', () => clearTimeout(timer));
}

/** Renders and stores the pictures of claimed upload URLs, of which some may arrive at once. */
function createUploadReceiver({ db, pictures, storage, renderPicture }: MediaContext) {
  const runInOrder = createSerialQueue();
  let activeUploads = 0;

  /** Stores a picture. A rejected one leaves nothing behind. */
  async function store(id: string, allowsSvg: boolean, { raw, headers, log }: FastifyRequest) {
    try {
      const declared = parseDeclaredFormat(headers['content-type'], { allowsSvg });
      const bytes = await readBody(raw);
      return await runInOrder(async () => {
        const picture = await renderPicture(bytes, declared);
        await storage.put(id, picture.files);
        await pictures.markReady(id, picture);
        return picture;
      });
    } catch (error) {
      await pictures.discard(id);
      // If the storage is unreachable, housekeeping retries the removal.
      await removePicture({ db, storage }, id).catch((fault) =>
        log.warn({ err: fault }, 'not removed'),
      );
      throw error;
    }
  }

  return async function receive(
    id: string,
    { session, allowsSvg }: { session: string; allowsSvg: boolean },
    request: FastifyRequest,
  ) {
    if (Number(request.headers['content-length'] ?? 0) > maxPictureBytes)
      throw createTooLargeError();
    if (activeUploads >= maxConcurrentUploads) {
      throw new AppError('unavailable', 'Too many uploads at once. Please try again.', {
        retryAfterSeconds: 10,
      });
    }
    activeUploads += 1;
    try {
      await pictures.claim(id, session);
      return await store(id, allowsSvg, request);
    } finally {
      activeUploads -= 1;
    }
  };
}

/** Registers the routes that create an upload URL and receive the picture. */
export function registerUploadRoutes(api: Api, context: MediaContext): void {
  const { db, environment, pictures } = context;
  const loadSecret = () => getOrCreateSecret(db, 'uploads');
  const getSessionHash = (request: FastifyRequest) =>
    hashToken(readSessionToken(request, environment));
  const receive = createUploadReceiver(context);

  api.post(
    '/api/objects/upload',
    describeRoute('admin', {
      operationId: 'createUpload',
      summary: 'An address to send one picture to: for one use, within ten minutes',
      querystring: z.object({ purpose }),
      response: { 200: uploadTarget },
    }),
    async (request) => {
      const sessionHash = getSessionHash(request);
      const reserved = await pictures.reserve(sessionHash);
      const grant = { ...reserved, sessionHash, purpose: request.query.purpose };
      return {
        uploadURL: createUploadUrl(await loadSecret(), grant),
        servingPath: buildPictureUrl(grant.id),
      };
    },
  );

  api.register(async (scope: Api) => {
    // On this route only, the body is passed on as a stream. All other API routes expect JSON.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_, body, done) => done(null, body));

    scope.put(
      '/api/objects/upload/:id',
      {
        config: {
          access: 'admin',
          bodyTimeoutMs: maxBodyTimeoutMs,
          errors: ['conflict', 'gone', 'unreadable'],
        },
        schema: {
          operationId: 'uploadPicture',
          tags: ['pictures'],
          summary:
            'Send the picture: a JPEG, PNG, WebP, AVIF or GIF of at most 10,485,760 bytes; a logo also as SVG',
          params: z.object({ id: uuid }),
          querystring: uploadQuery,
          response: { 200: storedPicture },
        },
      },
      async (request) => {
        const { id } = request.params;
        const { expires, signature, purpose } = request.query;
        const sessionHash = getSessionHash(request);
        try {
          verifyUploadUrl(await loadSecret(), { id, expires, sessionHash, purpose }, signature);
          const upload = { session: sessionHash, allowsSvg: purpose === 'logo' };
          const { files, fallback, ...picture } = await receive(id, upload, request);
          const style = getPictureStyle(fallback);
          return { servingPath: buildPictureUrl(id), style, ...picture };
        } catch (error) {
          closeConnection(request);
          throw error;
        }
      },
    );
  });
}
