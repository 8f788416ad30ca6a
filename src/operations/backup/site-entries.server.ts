import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { sql } from 'kysely';
import {
  type Database,
  type DatabaseTransaction,
  databaseFileName,
} from '../../db/database.server';
import { createMigrationTables, requireUnusedNames } from '../../db/migrate.server';
import {
  findRelationNames,
  type MigrationState,
  migrationLockTable,
  migrations,
  migrationTable,
  type RawDatabase,
  readMigrationState,
  toRawDatabase,
} from '../../db/migration-state.server';
import type { PictureStorage } from '../../foundation/media/storage.server';
import { getErrorCode } from '../../lib/errors';
import { listPictureIds, readPictureFiles } from '../move-pictures.server';
import {
  type BackupEntry,
  type BackupHeader,
  type BackupRow,
  fail,
  isBackupFile,
  readBackup,
} from './backup-file.server';
import { partFilePattern } from './work-folder.server';

/**
 * Lists the site's own existing tables, each after the tables that it references: in the order in
 * which the migrations have created them.
 */
export async function listTables(
  db: Database,
  { schema, tables }: Pick<MigrationState, 'schema' | 'tables'>,
): Promise<string[]> {
  const existing = await findRelationNames(db, schema);
  return [migrationTable, ...tables].filter((name) => existing.has(name));
}

/** Finds the columns of a table's primary key, in its order. */
async function findKey(
  db: RawDatabase,
  schema: string | undefined,
  table: string,
): Promise<string[]> {
  const query =
    schema === undefined
      ? sql<{ name: string }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`
      : sql<{ name: string }>`
          select a.attname::text as name from pg_catalog.pg_index i
          join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
          where i.indisprimary and i.indrelid = format('%I.%I', ${schema}::text, ${table}::text)::regclass
          order by array_position(i.indkey::int2[], a.attnum)`;
  const names = (await query.execute(db)).rows.map(({ name }) => name);
  if (names.length === 0) throw new Error(`The table ${table} has no primary key.`);
  return names;
}

/** Converts a value so that both engines store it alike. PostgreSQL has booleans, SQLite 1 and 0. */
function toPortableValue(value: unknown): BackupRow['row'][string] {
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  return typeof value === 'boolean' ? Number(value) : String(value);
}

const batchSize = 500;

/**
 * Reads all rows of the tables, each by its primary key. Each query continues after the last row, so
 * that a million rows take as long per row as a thousand.
 */
export async function* readRows(db: Database, state: MigrationState): AsyncGenerator<BackupRow> {
  const raw = toRawDatabase(db, state.schema);
  for (const table of await listTables(db, state)) {
    const keyColumns = await findKey(raw, state.schema, table);
    const key = sql.join(keyColumns.map((column) => sql.ref(column)));
    let last: Record<string, unknown> | undefined;
    do {
      let query = raw.selectFrom(table).selectAll().orderBy(key).limit(batchSize);
      if (last) {
        const after = sql.join(keyColumns.map((column) => sql.val(last?.[column])));
        query = query.where(sql<boolean>`(${key}) > (${after})`);
      }
      const rows = await query.execute();
      for (const row of rows) {
        const values = Object.entries(row).map(([name, value]) => [name, toPortableValue(value)]);
        yield { table, row: Object.fromEntries(values) };
      }
      last = rows.length < batchSize ? undefined : rows.at(-1);
    } while (last);
  }
}

/**
 * Files that backups leave out: databases, temporary files, and what earlier restores replaced. The
 * secret key and the admin password are in a backup: without the key, stored secrets are lost.
 */
const isExcluded = (path: string) =>
  path.startsWith(databaseFileName) ||
  path.startsWith('before-restore-') ||
  /(^|\/)\./.test(path) ||
  partFilePattern.test(path);

/** `mkfs.ext4` creates it in the root of a volume, readable only by root. DATA_DIR may be one. */
const lostAndFoundFolder = 'lost+found';

/** Lists the data folder's files for a backup, relative to it, with `/` between folders. */
function listFiles(folder: string): string[] {
  return readdirSync(folder)
    .flatMap((name) => {
      // Follows a link: machines may share the folder of pictures by one.
      const stats = statSync(join(folder, name), { throwIfNoEntry: false });
      if (stats?.isFile()) return [name];
      if (!stats?.isDirectory() || name === lostAndFoundFolder) return [];
      const options = { recursive: true, withFileTypes: true } as const;
      return readdirSync(join(folder, name), options)
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
    })
    .filter((path) => !isExcluded(path))
    .sort();
}

export interface Site {
  /** A transaction that reads from one snapshot of the database. */
  db: Database;
  state: MigrationState;
  /** The data folder. */
  folder: string;
  /** The bucket whose pictures are included, as if they were in the data folder. */
  bucket?: PictureStorage | undefined;
}

/** Reads the rows of the site's own tables and its files, without earlier backups among them. */
export async function* readSite({ db, state, folder, bucket }: Site): AsyncGenerator<BackupEntry> {
  yield* readRows(db, state);
  // Files come after the rows: a picture is stored before a row refers to it, and never changes.
  for (const file of listFiles(folder)) {
    const path = join(folder, file);
    try {
      if (isBackupFile(path)) continue;
      const content = readFileSync(path).toString('base64');
      yield { file, mode: statSync(path).mode & 0o777, content };
    } catch (error) {
      // The running site deletes unreferenced pictures.
      if (getErrorCode(error) !== 'ENOENT') throw error;
    }
  }
  if (!bucket) return;
  for await (const id of listPictureIds(db)) {
    // Not moved to the bucket yet: it is in the backup already.
    if (existsSync(join(folder, 'pictures', id))) continue;
    for (const { name, body } of await readPictureFiles(bucket, id)) {
      yield { file: `pictures/${id}/${name}`, mode: 0o600, content: body.toString('base64') };
    }
  }
}

/** Counts the entries of `readSite`, without the bucket's, but with backups in the data folder. */
export async function countEntries({ db, state, folder }: Site): Promise<number> {
  let total = listFiles(folder).length;
  for (const table of await listTables(db, state)) {
    const { count } = await toRawDatabase(db, state.schema)
      .selectFrom(table)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    total += Number(count);
  }
  return total;
}

/** A file that was opened, and where its files are loaded to. */
export interface Backup {
  path: string;
  passphrase: string | undefined;
  header: BackupHeader;
  stagingFolder: string;
}

function writeFile(folder: string, { file, mode, content }: Exclude<BackupEntry, BackupRow>): void {
  const target = resolve(folder, file);
  if (!target.startsWith(resolve(folder) + sep))
    fail('The backup names a file outside of the data folder.');
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  writeFileSync(target, Buffer.from(content, 'base64'), { mode, flush: true });
}

/** Rows per insert. SQLite allows 32,766 parameters per statement, PostgreSQL 65,535. */
const maxBatchRows = 200;

/**
 * Loads a backup as it is, with the tables of its release.
 * @param onEntry called with each entry that is loaded
 * @returns the names of its tables that are not the site's, in a backup of an early release
 */
export async function loadBackup(
  transaction: DatabaseTransaction,
  { path, passphrase, header, stagingFolder }: Backup,
  onEntry: (entry: BackupEntry) => void = () => {},
): Promise<string[]> {
  const { schema } = await readMigrationState(transaction);
  const tables = header.migrations.flatMap((name) => migrations[name]?.tables ?? []);
  await requireUnusedNames(transaction, schema, [migrationTable, migrationLockTable, ...tables]);
  for (const name of header.migrations) await migrations[name]?.up(transaction);
  await createMigrationTables(transaction);
  const raw = toRawDatabase(transaction, schema);
  const ownTables = await listTables(transaction, { schema, tables });
  // Delete the rows that migrations have inserted: the backup contains them as well.
  for (const name of ownTables.toReversed()) await raw.deleteFrom(name).execute();
  const skipped = new Set<string>();
  let batch: BackupRow[] = [];
  async function insertBatch(): Promise<void> {
    const rows = batch;
    batch = [];
    if (rows[0])
      await raw
        .insertInto(rows[0].table)
        .values(rows.map(({ row }) => row))
        .execute();
  }
  await readBackup(path, passphrase, async (entry) => {
    if ('file' in entry) writeFile(stagingFolder, entry);
    else if (ownTables.includes(entry.table)) {
      const isFull = batch.length >= maxBatchRows;
      if (isFull || batch[0]?.table !== entry.table) await insertBatch();
      batch.push(entry);
    } else {
      skipped.add(entry.table);
      return;
    }
    onEntry(entry);
  });
  await insertBatch();
  return [...skipped];
}
