import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { withDatabase } from '../../db/database.server';
import { toRawDatabase } from '../../db/migration-state.server';
import { fail } from './backup-file.server';
import { loadBackup, readKnownHeader, resolveInside } from './restore.server';
import { listTables, readRows } from './site-entries.server';
import { createWorkFolder, verifyingPrefix } from './work-folder.server';

const hashBytes = 16;

/** Counts items by name, and sums their hashes up, which does not depend on their order. */
function createChecksums() {
  const checksums = new Map<string, { count: number; sum: bigint }>();
  return {
    checksums,
    add(name: string, content: string | Buffer): void {
      const digest = createHash('sha256').update(content).digest('hex');
      const { count, sum } = checksums.get(name) ?? { count: 0, sum: 0n };
      const hash = BigInt(`0x${digest.slice(0, 2 * hashBytes)}`);
      checksums.set(name, { count: count + 1, sum: BigInt.asUintN(8 * hashBytes, sum + hash) });
    },
  };
}

/** Serializes a row so that it is the same in both engines, which store numbers differently. */
const serializeRow = (row: Record<string, unknown>): string =>
  JSON.stringify(
    Object.keys(row)
      .sort()
      .map((column) => [column, row[column] === null ? null : String(row[column])]),
  );

/** The entry of all files in the checksums. */
const filesName = 'files';

/**
 * Restores a backup into a temporary SQLite database and folder, and compares the result with the
 * backup: the number of rows and files, and their checksums.
 * @throws BackupError when the backup is damaged or too new, or the result differs from it
 */
export async function verifyBackup(
  path: string,
  passphrase: string | undefined,
): Promise<{ rows: number; files: number }> {
  const header = await readKnownHeader(path, passphrase);
  const work = await createWorkFolder(tmpdir(), verifyingPrefix);
  const [stored, restored] = [createChecksums(), createChecksums()];
  const files: string[] = [];
  try {
    await withDatabase({ DATA_DIR: work.path }, async (db) => {
      const context = { path, passphrase, header, stagingFolder: work.path };
      const { tables } = await db.transaction().execute((transaction) =>
        loadBackup(transaction, context, (entry) => {
          if ('file' in entry) {
            files.push(entry.file);
            stored.add(filesName, Buffer.from(entry.content, 'base64'));
          } else stored.add(`table ${entry.table}`, serializeRow(entry.row));
        }),
      );
      for (const table of await listTables(db, { schema: undefined, tables })) {
        for await (const row of readRows(toRawDatabase(db), table)) {
          restored.add(`table ${table.name}`, serializeRow(row));
        }
      }
      for (const file of files)
        restored.add(filesName, readFileSync(resolveInside(work.path, file)));
    });
  } finally {
    work.remove();
  }
  let rows = 0;
  for (const [name, expected] of stored.checksums) {
    const found = restored.checksums.get(name) ?? { count: 0, sum: 0n };
    if (found.count !== expected.count || found.sum !== expected.sum)
      fail(
        `The backup can't be restored whole: ${name} has ${found.count} of ${expected.count} entries, or other content.`,
      );
    if (name !== filesName) rows += found.count;
  }
  return { rows, files: files.length };
}
