import { join } from 'node:path';
import { createBackup } from '../../src/operations/backup/create-backup.server';
import { temporaryFolder } from './temporary-folder';
import { onSiteReleased } from './test-app';

/** Backs a site up into a folder that is removed with the site. */
export async function createTemporaryBackup(environment: Parameters<typeof createBackup>[0]) {
  const { path: folder, remove } = temporaryFolder();
  onSiteReleased(() => remove());
  const file = join(folder, 'site.backup');
  const counts = await createBackup(environment, file);
  return { file, folder, counts };
}
