import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { type Database, withDatabase } from '../../db/database.server';
import { toRawDatabase } from '../../db/migration-state.server';
import { BackupError, checkBackup, readBackup } from './backup-file.server';
import { resolveInside } from './data-folder.server';
import { listTablesInOrder, readRows } from './raw-tables.server';
import { type Backup, loadBackupRows, requireKnownMigrations } from './restore.server';
import { createWorkFolder, verifyingPrefix } from './work-folder.server';

/** The number of items, and the sum of their hashes, which does not depend on their order. */
interface Checksum {
  count: number;
  sum: bigint;
}

const hashBytes = 16;

function addTo(checksums: Map<string, Checksum>, name: string, content: string | Buffer): void {
  const digest = createHash('sha256').update(content).digest('hex');
  const { count, sum } = checksums.get(name) ?? { count: 0, sum: 0n };
  const hash = BigInt(`0x${digest.slice(0, 2 * hashBytes)}`);
  checksums.set(name, { count: count + 1, sum: BigInt.asUintN(8 * hashBytes, sum + hash) });
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

const tableName = (table: string) => `table ${table}`;

async function sumBackup({ path, passphrase }: Backup, tables: ReadonlySet<string>) {
  const checksums = new Map<string, Checksum>();
  const files: string[] = [];
  for await (const entry of readBackup(path, passphrase)) {
    if ('file' in entry) {
      files.push(entry.file);
      addTo(checksums, filesName, Buffer.from(entry.content, 'base64'));
    } else if (tables.has(entry.table)) {
      addTo(checksums, tableName(entry.table), serializeRow(entry.row));
    }
  }
  return { checksums, files };
}

async function sumRestored(db: Database, folder: string, backup: Backup) {
  const ownTables = await db.transaction().execute(async (transaction) => {
    const { tables } = await loadBackupRows(transaction, { ...backup, stagingFolder: folder });
    return tables;
  });
  const restored = new Map<string, Checksum>();
  const raw = toRawDatabase(db);
  const tables = await listTablesInOrder(db, { schema: undefined, tables: ownTables });
  for (const table of tables) {
    for await (const row of readRows(raw, table)) {
      addTo(restored, tableName(table.name), serializeRow(row));
    }
  }
  const { checksums, files } = await sumBackup(backup, new Set(tables.map(({ name }) => name)));
  for (const file of files) addTo(restored, filesName, readFileSync(resolveInside(folder, file)));
  return { checksums, restored };
}

/**
 * Restores a backup into a temporary SQLite database and folder, and compares the result with the
 * backup: the number of rows and files, and their checksums.
 * @throws BackupError when the backup is damaged or too new, or the result differs from it
 */
export async function verifyBackup(
  path: string,
  passphrase: string | undefined,
): Promise<{ rows: number; files: number }> {
  const header = await checkBackup(path, passphrase);
  requireKnownMigrations(header);
  const work = await createWorkFolder(tmpdir(), verifyingPrefix);
  const folder = work.path;
  try {
    return await withDatabase({ DATA_DIR: folder }, async (db) => {
      const { checksums, restored } = await sumRestored(db, folder, { path, passphrase, header });
      let rows = 0;
      for (const [name, expected] of checksums) {
        const found = restored.get(name) ?? { count: 0, sum: 0n };
        if (found.count !== expected.count || found.sum !== expected.sum)
          throw new BackupError(
            `The backup can't be restored whole: ${name} has ${found.count} of ${expected.count} entries, or other content.`,
          );
        if (name !== filesName) rows += found.count;
      }
      return { rows, files: checksums.get(filesName)?.count ?? 0 };
    });
  } finally {
    work.remove();
  }
}
