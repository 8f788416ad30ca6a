import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createBackup } from '../../src/operations/backup/create-backup.server';
import { temporaryFolder } from './temporary-folder';

/** Backs a site up into a folder that is removed after the test. */
export async function createTemporaryBackup(environment: Parameters<typeof createBackup>[0]) {
  const { path: folder, remove } = temporaryFolder();
  onTestFinished(() => remove());
  const file = join(folder, 'site.backup');
  const counts = await createBackup(environment, file);
  return { file, folder, counts };
}
