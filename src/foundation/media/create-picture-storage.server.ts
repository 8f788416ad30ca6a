import { join } from 'node:path';
import type { Environment } from '../settings/environment.server';
import { createS3Storage } from './s3-storage.server';
import { createFolderStorage, type PictureStorage } from './storage.server';

/** Creates the configured storage: an S3-compatible store, or the data folder. */
export const createPictureStorage = (environment: Environment): PictureStorage =>
  environment.S3_ENDPOINT
    ? createS3Storage(environment)
    : createFolderStorage(join(environment.DATA_DIR, 'pictures'));
