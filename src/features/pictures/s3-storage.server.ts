import { AppError } from '../../lib/errors';
import { readBounded } from '../../lib/outgoing.server';
import { pictureWidths } from '../../lib/picture-address';
import type { PictureStorage } from './picture-storage.server';
import { fallbackName, webpName } from './rendering.server';

interface Settings {
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
}

/** Milliseconds. */
const patience = { connectionTimeout: 3_000, requestTimeout: 10_000, throwOnRequestTimeout: true };

/** Milliseconds of a whole reading: a store that sends a byte now and then is in time with each. */
const longestRead = 15_000;

/** Bytes of a file that is read from the store: ours are a tenth of that. */
const mostBytes = 20_000_000;

/** All names that a picture's files can have: cheaper than asking the store for a list. */
const names = [...pictureWidths.map(webpName), fallbackName('jpg'), fallbackName('png')];

async function connect({ endpoint, region, accessKeyId, secretAccessKey }: Settings) {
  const { S3Client, ...commands } = await import('@aws-sdk/client-s3');
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // `bucket.host` needs a name server and a certificate that most compatible stores do not have.
    forcePathStyle: true,
    maxAttempts: 2,
    requestHandler: patience,
    // Newer checksums are Amazon's own; compatible stores refuse them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return { client, ...commands };
}

const isMissing = (error: unknown) =>
  error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound');

/** The store is another machine: that it cannot be reached is no fault of the request. */
function unavailable(error: unknown): AppError {
  const failure = new AppError('unavailable', 'The picture store cannot be reached.', {
    retryAfter: 5,
  });
  failure.cause = error;
  return failure;
}

/**
 * Pictures in an S3-compatible store, under `pictures/`. The client is loaded on first use: 20 MB.
 * @param longest milliseconds that reading a file may take
 */
export function s3Storage(settings: Settings, longest = longestRead): PictureStorage {
  const { bucket: Bucket } = settings;
  let connection: ReturnType<typeof connect> | undefined;
  const connected = () => {
    connection ??= connect(settings);
    return connection;
  };
  const keyOf = (id: string, name: string) => `pictures/${id}/${name}`;

  return {
    async put(id, files) {
      const { client, PutObjectCommand } = await connected();
      try {
        for (const { name, type, body } of files) {
          const Key = keyOf(id, name);
          await client.send(new PutObjectCommand({ Bucket, Key, Body: body, ContentType: type }));
        }
      } catch (error) {
        throw unavailable(error);
      }
    },

    async get(id, name) {
      const { client, GetObjectCommand } = await connected();
      try {
        const abortSignal = AbortSignal.timeout(longest);
        const command = new GetObjectCommand({ Bucket, Key: keyOf(id, name) });
        const { Body } = await client.send(command, { abortSignal });
        return Body ? await readBounded(Body.transformToWebStream(), mostBytes) : null;
      } catch (error) {
        if (isMissing(error)) return null;
        throw unavailable(error);
      }
    },

    async remove(id) {
      const { client, DeleteObjectCommand } = await connected();
      try {
        for (const name of names) {
          await client.send(new DeleteObjectCommand({ Bucket, Key: keyOf(id, name) }));
        }
      } catch (error) {
        throw unavailable(error);
      }
    },
  };
}
