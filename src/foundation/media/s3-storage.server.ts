import { readLimitedBody } from '../../lib/network/safe-fetch.server';
import { pictureWidths } from '../../lib/picture-url';
import type { Environment } from '../environment/environment.server';
import { createCircuitBreaker, createUnavailableError } from './circuit-breaker.server';
import { fallbackTypes, getFallbackName, getWebpName } from './picture-renderer.server';
import type { PictureStorage } from './storage.server';

type S3Settings = Pick<
  Environment,
  'S3_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

/** Timeouts in milliseconds. */
const requestTimeouts = {
  connectionTimeout: 3_000,
  requestTimeout: 10_000,
  throwOnRequestTimeout: true,
};

/** For a whole file. An idle timeout would never fire for a store that sends single bytes. */
const readTimeoutMs = 15_000;

/** For the response to a check. */
const checkTimeoutMs = 2_000;

/** Maximum size of a file that is read. Stored pictures are at most a tenth of that. */
const maxFileBytes = 20_000_000;

/** All files that a picture can have. Cheaper than listing the store's objects. */
export const pictureFiles = [
  ...pictureWidths.map((width) => ({ name: getWebpName(width), type: 'image/webp' })),
  ...(['jpg', 'png'] as const).map((format) => ({
    name: getFallbackName(format),
    type: fallbackTypes[format],
  })),
];

/** Connects to the configured store. The client takes 20 MB. */
export async function connectS3({
  S3_ENDPOINT = '',
  S3_REGION = '',
  S3_ACCESS_KEY_ID = '',
  S3_SECRET_ACCESS_KEY = '',
}: S3Settings) {
  const { S3Client, ...commands } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    // `bucket.host` needs a DNS entry and a certificate that most compatible stores don't have.
    forcePathStyle: true,
    maxAttempts: 2,
    requestHandler: requestTimeouts,
    // Newer checksums are specific to Amazon. Compatible stores reject them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { client, ...commands };
}

const isNotFound = (error: unknown) =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

/**
 * Stores pictures in an S3-compatible store, to which it connects on first use. While the store
 * fails, calls fail at once.
 */
export function createS3Storage(settings: S3Settings, timeoutMs = readTimeoutMs): PictureStorage {
  const { S3_BUCKET: Bucket } = settings;
  const callStore = createCircuitBreaker();
  let connection: ReturnType<typeof connectS3> | undefined;
  const getConnection = () => {
    connection ??= connectS3(settings);
    return connection;
  };
  const buildKey = (id: string, name: string) => `pictures/${id}/${name}`;

  /** @returns null when the store has no such object or bucket */
  const send = <Result>(
    call: (connected: Awaited<ReturnType<typeof connectS3>>) => Promise<Result>,
  ): Promise<Result | null> =>
    callStore(async () => {
      const connected = await getConnection();
      try {
        return await call(connected);
      } catch (error) {
        if (isNotFound(error)) return null;
        throw createUnavailableError(error);
      }
    });

  return {
    async put(id, files) {
      await send(async ({ client, PutObjectCommand }) => {
        for (const { name, type, body } of files) {
          const Key = buildKey(id, name);
          await client.send(new PutObjectCommand({ Bucket, Key, Body: body, ContentType: type }));
        }
      });
    },

    get: (id, name) =>
      send(async ({ client, GetObjectCommand }) => {
        const abortSignal = AbortSignal.timeout(timeoutMs);
        const command = new GetObjectCommand({ Bucket, Key: buildKey(id, name) });
        const { Body } = await client.send(command, { abortSignal });
        return Body ? await readLimitedBody(Body.transformToWebStream(), maxFileBytes) : null;
      }),

    async remove(id) {
      await send(async ({ client, DeleteObjectCommand }) => {
        for (const { name } of pictureFiles) {
          await client.send(new DeleteObjectCommand({ Bucket, Key: buildKey(id, name) }));
        }
      });
    },

    async check() {
      const found = await send(({ client, HeadBucketCommand }) =>
        client.send(new HeadBucketCommand({ Bucket }), {
          abortSignal: AbortSignal.timeout(checkTimeoutMs),
        }),
      );
      if (!found) throw new Error(`There is no bucket ${Bucket}.`);
    },
  };
}
