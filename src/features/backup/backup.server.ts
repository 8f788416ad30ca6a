import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../../lib/database.server';
import type { Environment } from '../../lib/environment.server';
import { type BackupEntry, writeBackup } from './backup-file.server';
import { rawDatabase, rowsOf, tablesInOrder } from './tables.server';

/** What lies in the data folder and is no part of a backup as a file: the database, and drafts. */
const isLeftOut = (path: string) =>
  /^crewbridge\.db/.test(path) || /^before-restore-/.test(path) || /(^|\/)\./.test(path);

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !isLeftOut(path))
    .sort();
}

type Settings = Pick<Environment, 'DATA_DIR' | 'DATABASE_URL'>;

/**
 * Writes the database and the data folder's files into one file, while the server may be running: all
 * of the database as it was at one moment, of both engines in the same form.
 * @returns how many rows and files
 */
export async function backUp(
  settings: Settings,
  path: string,
): Promise<{ rows: number; files: number }> {
  const db = await openDatabase(settings);
  const isSqlite = !settings.DATABASE_URL;
  const counts = { rows: 0, files: 0 };
  try {
    await db.connection().execute(async (connection) => {
      const raw = rawDatabase(connection);
      // Not Kysely's own transaction: for SQLite that takes the lock of the writers.
      const begin = isSqlite ? 'begin' : 'begin isolation level repeatable read read only';
      await sql.raw(begin).execute(raw);
      try {
        if (!isSqlite) await sql`set local statement_timeout = 0`.execute(raw);
        const tables = await tablesInOrder(raw, isSqlite);
        const applied = await raw.selectFrom('schema_migrations').select('name').execute();
        const first = {
          format: 'crewbridge-backup' as const,
          version: 1 as const,
          createdAt: new Date().toISOString(),
          migrations: applied.map(({ name }) => String(name)).sort(),
        };
        async function* entries(): AsyncGenerator<BackupEntry> {
          for (const table of tables) {
            for await (const row of rowsOf(raw, table)) {
              counts.rows += 1;
              yield { table: table.name, row };
            }
          }
          // After the rows: a picture is in its place before a row names it, and never changes.
          for (const file of filesIn(settings.DATA_DIR)) {
            const full = join(settings.DATA_DIR, file);
            counts.files += 1;
            const content = readFileSync(full).toString('base64');
            yield { file, mode: statSync(full).mode & 0o777, content };
          }
        }
        await writeBackup(path, first, entries());
      } finally {
        await sql`rollback`.execute(raw);
      }
    });
    return counts;
  } finally {
    await db.destroy();
  }
}
