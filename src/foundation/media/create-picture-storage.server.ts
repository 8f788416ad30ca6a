import { join } from 'node:path';
import type { Environment } from '../settings/environment.server';
import { createS3Storage } from './s3-storage.server';
import { createFolderStorage, type PictureStorage } from './storage.server';

/** Creates the configured storage: an S3-compatible store, or the data folder. */
export function createPictureStorage(environment: Environment): PictureStorage {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = environment;
  if (S3_ENDPOINT && S3_REGION && S3_BUCKET && S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY) {
    return createS3Storage({
      endpoint: S3_ENDPOINT,
      region: S3_REGION,
      bucket: S3_BUCKET,
      accessKeyId: S3_ACCESS_KEY_ID,
      secretAccessKey: S3_SECRET_ACCESS_KEY,
    });
  }
  return createFolderStorage(join(environment.DATA_DIR, 'pictures'));
}
