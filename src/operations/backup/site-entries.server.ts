import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  statSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { sql } from 'kysely';
import { type Database, databaseFileName } from '../../db/database.server';
import {
  type MigrationState,
  migrationTable,
  type RawDatabase,
  toRawDatabase,
} from '../../db/migration-state.server';
import type { PictureStorage } from '../../foundation/media/storage.server';
import { getErrorCode } from '../../lib/errors';
import { listPictureIds, readPictureFiles } from '../stored-pictures.server';
import { type BackupEntry, isBackupStart } from './backup-file.server';
import { partFilePattern } from './work-folder.server';

interface Column {
  table: string;
  name: string;
  type: string;
  /** Its place in the primary key, from 1; 0 outside of it. */
  keyPlace: number;
}

/** Finds the columns of all tables in the schema, in each table's order. */
async function findColumns(db: RawDatabase, schema: string | undefined): Promise<Column[]> {
  const query =
    schema === undefined
      ? sql<Column>`
          select m.name as "table", c.name as name, c.type as type, c.pk as "keyPlace"
          from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`
      : sql<Column>`
          select c.relname::text as "table", a.attname::text as name,
            format_type(a.atttypid, a.atttypmod) as type,
            coalesce(array_position(k.conkey, a.attnum), 0) as "keyPlace"
          from pg_catalog.pg_class c
          join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
          left join pg_catalog.pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
          where c.relkind = 'r' and c.relnamespace = quote_ident(${schema})::regnamespace
          order by c.relname, a.attnum`;
  return (await query.execute(db)).rows;
}

interface RawTable {
  name: string;
  /** The columns of the primary key, in its order. */
  keyColumns: string[];
  /** The boolean columns; SQLite stores their values as 1 and 0. */
  booleans: Set<string>;
}

/**
 * Lists the site's own existing tables, each after the tables that it references: in the order in
 * which the migrations have created them.
 */
export async function listTables(
  db: Database,
  { schema, tables }: Pick<MigrationState, 'schema' | 'tables'>,
): Promise<RawTable[]> {
  const columns = await findColumns(toRawDatabase(db), schema);
  return [migrationTable, ...tables].flatMap((name) => {
    const own = columns.filter(({ table }) => table === name);
    if (own.length === 0) return [];
    const key = own.filter(({ keyPlace }) => keyPlace > 0);
    const booleans = own.filter(({ type }) => /^bool/i.test(type));
    return {
      name,
      keyColumns: key.toSorted((a, b) => a.keyPlace - b.keyPlace).map((column) => column.name),
      booleans: new Set(booleans.map((column) => column.name)),
    };
  });
}

const batchSize = 500;

type Value = string | number | boolean | null;

function toPortableValue(value: unknown, isBoolean: boolean): Value {
  if (value === null || typeof value === 'string') return value;
  if (isBoolean) return Boolean(value);
  return typeof value === 'number' ? value : String(value);
}

/**
 * Reads all rows of a table by its primary key, in a transaction that reads from one snapshot. Each
 * query continues after the last row, so that a million rows take as long per row as a thousand.
 */
export async function* readRows(
  db: RawDatabase,
  { name, keyColumns, booleans }: RawTable,
): AsyncGenerator<Record<string, Value>> {
  if (keyColumns.length === 0) throw new Error(`The table ${name} has no primary key.`);
  const key = sql.join(keyColumns.map((column) => sql.ref(column)));
  let last: Record<string, unknown> | undefined;
  do {
    let query = db.selectFrom(name).selectAll().limit(batchSize);
    for (const column of keyColumns) query = query.orderBy(column);
    if (last) {
      const after = sql.join(keyColumns.map((column) => sql.val(last?.[column])));
      query = query.where(sql<boolean>`(${key}) > (${after})`);
    }
    const rows = await query.execute();
    for (const row of rows) {
      yield Object.fromEntries(
        Object.entries(row).map(([column, value]) => [
          column,
          toPortableValue(value, booleans.has(column)),
        ]),
      );
    }
    last = rows.length < batchSize ? undefined : rows.at(-1);
  } while (last);
}

/** Files that backups leave out: databases, temporary files, and what earlier restores replaced. */
const isExcluded = (path: string) =>
  path.startsWith(databaseFileName) ||
  path.startsWith('before-restore-') ||
  /(^|\/)\./.test(path) ||
  partFilePattern.test(path);

/** Bytes to read from the start of a file to recognize a backup. */
const headBytes = 512;

/** Returns whether a file is a backup of a site, whatever its name. */
function isBackupFile(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(headBytes);
    return isBackupStart(head.subarray(0, readSync(file, head)));
  } finally {
    closeSync(file);
  }
}

/** `mkfs.ext4` creates it in the root of a volume, readable only by root. DATA_DIR may be one. */
const lostAndFoundFolder = 'lost+found';

/** Lists the data folder's files for a backup, relative to it, with `/` between folders. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      if (!entry.isDirectory()) return [entry];
      if (entry.name === lostAndFoundFolder) return [];
      const options = { recursive: true, withFileTypes: true } as const;
      return readdirSync(join(folder, entry.name), options);
    })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !isExcluded(path))
    .sort();
}

/** Reads the data folder's files, without earlier backups stored in it. */
function* readDataFolder(folder: string): Generator<BackupEntry> {
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
}

/** Reads the pictures of a bucket, under the names that they would have in the data folder. */
async function* readBucket(
  db: Database,
  bucket: PictureStorage,
  folder: string,
): AsyncGenerator<BackupEntry> {
  for await (const id of listPictureIds(db)) {
    // Not moved to the bucket yet: it is in the backup already.
    if (existsSync(join(folder, 'pictures', id))) continue;
    for (const { name, body } of await readPictureFiles(bucket, id)) {
      yield { file: `pictures/${id}/${name}`, mode: 0o600, content: body.toString('base64') };
    }
  }
}

export interface SiteContent {
  /** A transaction that reads from one snapshot of the database. */
  db: Database;
  state: MigrationState;
  /** The data folder. */
  folder: string;
  /** The bucket whose pictures are taken along, as if they were in the data folder. */
  bucket?: PictureStorage | undefined;
}

/** Reads the rows of the site's own tables and its files. */
export async function* readSite(content: SiteContent): AsyncGenerator<BackupEntry> {
  const { db, state, folder, bucket } = content;
  const raw = toRawDatabase(db, state.schema);
  for (const table of await listTables(db, state)) {
    for await (const row of readRows(raw, table)) yield { table: table.name, row };
  }
  // Files come after the rows: a picture is stored before a row refers to it, and never changes.
  yield* readDataFolder(folder);
  if (bucket) yield* readBucket(db, bucket, folder);
}

/** Counts the entries of `readSite`, without the bucket's, but with backups in the data folder. */
export async function countEntries({ db, state, folder }: SiteContent): Promise<number> {
  let total = listFiles(folder).length;
  for (const { name } of await listTables(db, state)) {
    const { count } = await toRawDatabase(db, state.schema)
      .selectFrom(name)
      .select(({ fn }) => fn.countAll().as('count'))
      .executeTakeFirstOrThrow();
    total += Number(count);
  }
  return total;
}
