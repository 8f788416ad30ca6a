import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  type Database,
  type DatabaseSettings,
  type DatabaseTransaction,
  openDatabase,
} from '../../lib/database.server';
import {
  applyMigration,
  createMigrationTables,
  findPending,
  requireFreeNames,
} from '../../lib/migrate.server';
import {
  migrationLockTable,
  migrationTable,
  readMigrationState,
} from '../../lib/migration-state.server';
import { migrations } from '../../lib/migrations.server';
import { BackupError, type BackupHeader, checkBackup, readBackup } from './backup-file.server';
import { databaseFile, placeIn, replaceFiles } from './data-folder.server';
import { clearPostgres, openForRestore } from './postgres-site.server';
import { accessFiles, limitAccess, readAccess, type SiteAccess } from './site-access.server';
import { requireNobodyOn } from './sqlite-site.server';
import { rawDatabase, tablesInOrder, valueFor } from './tables.server';

interface RestoreOptions {
  /** Replaces what is there. */
  force: boolean;
  /** The address by which servers reach PostgreSQL, when the settings have another one. */
  serverUrl?: string | undefined;
}

export interface Restored {
  /** The folder with what was there before, if there was anything. */
  aside: string | undefined;
  /** Whether password, second factor and recovery codes are those of before the restore. */
  keepsAccess: boolean;
  /** Tables of other applications that an earlier release has put into the backup. */
  skipped: string[];
}

/** What one restore works with. */
interface Restoring {
  path: string;
  header: BackupHeader;
  /** Where the files wait until all is there, and where they belong. */
  stage: string;
  folder: string;
  /** Where what is replaced goes. */
  aside: string;
}

/** Refuses a backup of a newer release: its tables are not known here. */
function requireKnown({ migrations: wanted }: BackupHeader): void {
  const unknown = wanted.filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return;
  throw new BackupError(
    `The backup is of a newer release (${unknown.join(', ')}). Update the site first.`,
  );
}

/** Rows for one insert: SQLite takes 32,766 values at most, PostgreSQL 65,535. */
const batch = 200;

/**
 * Fills new tables and a new folder with what the backup has, and brings the tables up to date.
 * @returns tables of the backup that are not the site's
 */
async function fill(
  transaction: DatabaseTransaction,
  { path, header, stage }: Restoring,
): Promise<string[]> {
  const { schema } = await readMigrationState(transaction);
  const tables = header.migrations.flatMap((name) => migrations[name]?.tables ?? []);
  const own = [migrationTable, migrationLockTable, ...tables];
  await requireFreeNames(transaction, schema, own);
  for (const name of header.migrations) await migrations[name]?.up(transaction);
  await createMigrationTables(transaction);

  const isSqlite = schema === undefined;
  const raw = rawDatabase(transaction, schema);
  const ordered = await tablesInOrder(transaction, { schema, tables });
  // What the migrations have put in themselves is in the backup as well.
  for (const { name } of ordered.toReversed()) await raw.deleteFrom(name).execute();
  const known = new Set(ordered.map(({ name }) => name));
  const skipped = new Set<string>();
  let pending: { table: string; rows: Record<string, unknown>[] } = { table: '', rows: [] };
  const flush = async () => {
    const { table, rows } = pending;
    if (rows.length > 0) await raw.insertInto(table).values(rows).execute();
    pending = { table: '', rows: [] };
  };
  for await (const entry of readBackup(path)) {
    if ('file' in entry) {
      const place = placeIn(stage, entry.file);
      mkdirSync(dirname(place), { recursive: true, mode: 0o700 });
      writeFileSync(place, Buffer.from(entry.content, 'base64'), { mode: entry.mode, flush: true });
      continue;
    }
    if (!known.has(entry.table)) {
      skipped.add(entry.table);
      continue;
    }
    if (entry.table !== pending.table || pending.rows.length >= batch) await flush();
    pending.table = entry.table;
    pending.rows.push(
      Object.fromEntries(
        Object.entries(entry.row).map(([column, value]) => [column, valueFor(value, isSqlite)]),
      ),
    );
  }
  await flush();

  const state = await readMigrationState(transaction);
  for (const name of findPending(state)) {
    const migration = migrations[name];
    if (migration) await applyMigration(transaction, name, migration);
  }
  return [...skipped];
}

/** Moves the restored files into place. @returns puts everything back */
function moveIn({ stage, folder, aside }: Restoring, keepsAccess: boolean): () => void {
  const keep = accessFiles.filter(
    (name) => keepsAccess && (name !== 'secret-key' || existsSync(join(folder, name))),
  );
  return replaceFiles({ stage, folder, aside }, keep);
}

const asideOf = ({ aside }: Restoring) => (existsSync(aside) ? aside : undefined);

/** The access of the database that is there; undefined when there is none, or it can't be read. */
async function readReplacedAccess(settings: DatabaseSettings): Promise<SiteAccess | undefined> {
  if (!existsSync(join(settings.DATA_DIR, databaseFile))) return undefined;
  let db: Database | undefined;
  try {
    db = await openDatabase({ DATA_DIR: settings.DATA_DIR });
    return await readAccess(db, await readMigrationState(db));
  } catch {
    // A damaged database is the reason for many a restore.
    return undefined;
  } finally {
    await db?.destroy();
  }
}

async function restoreSqlite(
  settings: DatabaseSettings,
  restoring: Restoring,
  { force }: RestoreOptions,
): Promise<Restored> {
  const file = join(settings.DATA_DIR, databaseFile);
  if (existsSync(file) && !force) throw notEmpty();
  requireNobodyOn(file);
  const before = await readReplacedAccess(settings);
  const db = await openDatabase({ DATA_DIR: restoring.stage });
  let result: Omit<Restored, 'aside'>;
  try {
    result = await db.transaction().execute(async (transaction) => {
      const skipped = await fill(transaction, restoring);
      return { skipped, keepsAccess: await limitAccess(transaction, before) };
    });
  } finally {
    await db.destroy();
  }
  // Once more: a supervisor may have started a server meanwhile.
  requireNobodyOn(file);
  moveIn(restoring, result.keepsAccess);
  return { ...result, aside: asideOf(restoring) };
}

async function restorePostgres(
  settings: DatabaseSettings & { DATABASE_URL: string },
  restoring: Restoring,
  { force, serverUrl }: RestoreOptions,
): Promise<Restored> {
  const db = await openForRestore(settings);
  let undo: (() => void) | undefined;
  try {
    return await db.transaction().execute(async (transaction) => {
      const before = await clearPostgres(transaction, {
        serverUrls: [settings.DATABASE_URL, serverUrl ?? settings.DATABASE_URL],
        folder: restoring.folder,
        aside: restoring.aside,
        refusal: force ? undefined : notEmpty(),
      });
      const skipped = await fill(transaction, restoring);
      const keepsAccess = await limitAccess(transaction, before);
      undo = moveIn(restoring, keepsAccess);
      return { skipped, keepsAccess, aside: asideOf(restoring) };
    });
  } catch (error) {
    undo?.();
    throw error;
  } finally {
    await db.destroy();
  }
}

const notEmpty = () =>
  new BackupError(
    'There is a database already. With --force it is replaced by the backup: npm run restore -- FILE --force',
  );

/**
 * Puts a backup of either engine back, on the engine that the settings name: whole or not at all. It
 * signs nobody in.
 * @throws BackupError when the backup is damaged or too new, a database is there already or in use, or
 *   other applications' objects depend on it
 */
export async function restore(
  settings: DatabaseSettings,
  path: string,
  options: RestoreOptions,
): Promise<Restored> {
  const header = await checkBackup(path);
  requireKnown(header);
  const folder = settings.DATA_DIR;
  const moment = new Date().toISOString().replace(/[:.]/g, '-');
  const restoring = {
    path,
    header,
    folder,
    stage: join(folder, `.restoring-${randomUUID()}`),
    aside: join(folder, `before-restore-${moment}`),
  };
  mkdirSync(restoring.stage, { recursive: true, mode: 0o700 });
  try {
    const { DATABASE_URL } = settings;
    return DATABASE_URL
      ? await restorePostgres({ ...settings, DATABASE_URL }, restoring, options)
      : await restoreSqlite(settings, restoring, options);
  } finally {
    rmSync(restoring.stage, { recursive: true, force: true });
  }
}
