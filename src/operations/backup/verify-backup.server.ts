import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDatabase } from '../../db/database.server';
import { readMigrationState } from '../../db/migration-state.server';
import { type BackupRow, fail } from './backup-file.server';
import { readKnownHeader } from './restore.server';
import { loadBackup, readRows } from './site-entries.server';
import { createWorkFolder, verifyingPrefix } from './work-folder.server';

/** Hashes a row so that it is the same in both engines, which store numbers differently. */
function hashRow({ row }: BackupRow): bigint {
  const columns = Object.keys(row).sort();
  const values = columns.map((name) => [name, row[name] === null ? null : String(row[name])]);
  const digest = createHash('sha256').update(JSON.stringify(values)).digest('hex');
  return BigInt(`0x${digest.slice(0, 32)}`);
}

/**
 * Restores a backup into a temporary SQLite database and folder, and compares each file, and the
 * sum of the rows' hashes of each table, which does not depend on their order.
 * @returns the number of rows and files
 * @throws BackupError when the backup is damaged or too new, or the result differs from it
 */
export async function verifyBackup(
  path: string,
  passphrase: string | undefined,
): Promise<{ rows: number; files: number }> {
  const header = await readKnownHeader(path, passphrase);
  const work = await createWorkFolder(tmpdir(), verifyingPrefix);
  const failPart = (part: string) =>
    fail(`The backup can't be restored whole: ${part} differs from the backup.`);
  const counts = { rows: 0, files: 0 };
  /** By table, the hashes of the rows in the backup minus those of the restored rows. */
  const differences = new Map<string, bigint>();
  const add = (table: string, hash: bigint) =>
    differences.set(table, (differences.get(table) ?? 0n) + hash);
  try {
    await withDatabase({ DATA_DIR: work.path }, async (db) => {
      const backup = { path, passphrase, header, stagingFolder: work.path };
      await db.transaction().execute((transaction) =>
        loadBackup(transaction, backup, (entry) => {
          counts['file' in entry ? 'files' : 'rows'] += 1;
          if ('table' in entry) add(entry.table, hashRow(entry));
          else if (readFileSync(join(work.path, entry.file), 'base64') !== entry.content)
            failPart(`the file ${entry.file}`);
        }),
      );
      for await (const entry of readRows(db, await readMigrationState(db)))
        add(entry.table, -hashRow(entry));
    });
  } finally {
    work.remove();
  }
  for (const [table, difference] of differences) {
    if (difference !== 0n) failPart(`the table ${table}`);
  }
  return counts;
}
