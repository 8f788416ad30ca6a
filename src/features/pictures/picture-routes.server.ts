import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { type Api, failures } from '../../lib/api.server';
import type { Database } from '../../lib/database.server';
import type { Environment } from '../../lib/environment.server';
import { AppError } from '../../lib/errors';
import { generatedSecret } from '../../lib/generated-secret.server';
import { pictureAddress } from '../../lib/picture-address';
import { z } from '../../lib/schema';
import { sessionToken } from '../auth/require-admin.server';
import { sessionHash } from '../auth/session-store.server';
import { oneAtATime } from './one-at-a-time';
import type { PictureStorage } from './picture-storage.server';
import type { PictureStore } from './picture-store.server';
import { declaredFormat, type RenderPicture } from './rendering.server';
import { removePicture } from './unused-pictures.server';
import { checkUploadAddress, uploadAddress } from './upload-address.server';

/** Bytes of a picture's file at most (specification, section 5). */
const maxBytes = 10_485_760;

/** Milliseconds that sending one may take: 10 MB over a slow line. */
const uploadTimeout = 120_000;

/** Uploads under way at once, of which one is decoded and the others wait or arrive. */
const mostUploads = 5;

/** Milliseconds that a sender who was refused may take to hear of it before the line is cut. */
const lastWords = 2_000;

const tags = ['pictures'];
const uuid = z.string().check(z.regex(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, 'Invalid id'));
const uploadQuery = z.object({
  expires: z.coerce.number().check(z.int()),
  signature: z.string().check(z.maxLength(64)),
});

const tooLarge = () => new AppError('too_large', 'The picture is larger than 10 MB.');

/** Reads a body that may say anything about its length. @throws AppError too_large */
async function readCounted(body: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  // Not destroyed when it is too long: that would cut the line before the answer is out.
  for await (const part of body.iterator({ destroyOnReturn: false })) {
    size += part.length;
    if (size > maxBytes) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

/** Ends a connection whose sender goes on sending after it was refused. */
function cutOff(request: FastifyRequest): void {
  const { raw } = request;
  if (raw.readableEnded) return;
  const timer = setTimeout(() => raw.destroy(), lastWords);
  timer.unref();
  raw.once('close', () => clearTimeout(timer));
}

interface Parts {
  db: Database;
  environment: Environment;
  pictures: PictureStore;
  storage: PictureStorage;
  renderPicture: RenderPicture;
}

/** The two calls of an upload: an address for one picture, and the picture itself. */
export function pictureRoutes(api: Api, parts: Parts): void {
  const { db, environment, pictures, storage, renderPicture } = parts;
  const secret = () => generatedSecret(db, 'uploads');
  const sessionOf = (request: FastifyRequest) =>
    sessionHash(sessionToken(request, environment) ?? '');
  const inTurn = oneAtATime();
  let underWay = 0;

  api.post(
    '/api/objects/upload',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'createUpload',
        tags,
        summary: 'An address to send one picture to: for one use, within ten minutes',
        response: {
          200: z.object({ uploadURL: z.string(), servingPath: z.string() }),
          ...failures('unauthenticated'),
        },
      },
    },
    async (request) => {
      const session = sessionOf(request);
      const grant = { ...(await pictures.await(session)), sessionHash: session };
      return {
        uploadURL: uploadAddress(await secret(), grant),
        servingPath: pictureAddress(grant.id),
      };
    },
  );

  /** Takes in a picture whose address has just been used up. A refused one leaves nothing. */
  async function receive(id: string, { raw, headers, log }: FastifyRequest) {
    try {
      const declared = declaredFormat(headers['content-type']);
      const bytes = await readCounted(raw);
      return await inTurn(async () => {
        const picture = await renderPicture(bytes, declared);
        await storage.put(id, picture.files);
        await pictures.settle(id, picture);
        return picture;
      });
    } catch (error) {
      await pictures.giveUp(id);
      // A storage that cannot be reached is asked again by the housekeeping.
      await removePicture({ db, storage }, id).catch((fault) =>
        log.warn({ err: fault }, 'not removed'),
      );
      throw error;
    }
  }

  api.register(async (scope: Api) => {
    // Handed on as it comes, and only here: everywhere else the API takes JSON.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_, body, done) => done(null, body));

    scope.put(
      '/api/objects/upload/:id',
      {
        config: { access: 'admin', bodyTimeout: uploadTimeout },
        schema: {
          operationId: 'uploadPicture',
          tags,
          summary: 'Send the picture: a JPEG, PNG, WebP, AVIF or GIF of at most 10,485,760 bytes',
          params: z.object({ id: uuid }),
          querystring: uploadQuery,
          response: {
            200: z.object({ servingPath: z.string(), width: z.number(), height: z.number() }),
            ...failures(
              'invalid',
              'unauthenticated',
              'forbidden',
              'conflict',
              'gone',
              'too_large',
              'unsupported_type',
              'unreadable',
              'unavailable',
            ),
          },
        },
      },
      async (request) => {
        const { id } = request.params;
        const { expires, signature } = request.query;
        const session = sessionOf(request);
        try {
          checkUploadAddress(await secret(), { id, expires, sessionHash: session }, signature);
          if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge();
          if (underWay >= mostUploads) {
            throw new AppError('unavailable', 'Too many uploads at once.', { retryAfter: 10 });
          }
          underWay += 1;
          try {
            await pictures.claim(id, session);
            const { width, height } = await receive(id, request);
            return { servingPath: pictureAddress(id), width, height };
          } finally {
            underWay -= 1;
          }
        } catch (error) {
          cutOff(request);
          throw error;
        }
      },
    );
  });
}
