import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject, type ProvidedContext, TestRunner } from 'vitest';
import { databaseFileName } from '../../src/db/database.server';
import { createPostgresDatabase } from './postgres-client';
import { temporaryFolder } from './temporary-folder';

interface TestDatabase {
  /** The settings of a server that uses this database. */
  env: { DATA_DIR: string; DATABASE_URL?: string };
  drop: () => Promise<void>;
}

/**
 * Creates a database, empty without a template: a new data folder, and for PostgreSQL a new database in the running
 * server. Skips the current test when PostgreSQL is not available.
 * @param template the content: a SQLite file, or the name of a PostgreSQL database to copy
 * @throws when PostgreSQL is not available outside of a test
 */
export async function createTestDatabase(
  engine: ProvidedContext['engine'],
  template?: Buffer | string,
): Promise<TestDatabase> {
  const folder = temporaryFolder();
  if (engine === 'sqlite') {
    if (template) writeFileSync(join(folder.path, databaseFileName), template);
    return { env: { DATA_DIR: folder.path }, drop: async () => folder.remove() };
  }
  const postgres = inject('postgres');
  if ('missing' in postgres) {
    folder.remove();
    TestRunner.getCurrentTest()?.context.skip(postgres.missing);
    throw new Error(postgres.missing);
  }
  const { url, drop } = await createPostgresDatabase(postgres.url, template?.toString());
  return {
    env: { DATA_DIR: folder.path, DATABASE_URL: url },
    drop: async () => {
      await drop();
      folder.remove();
    },
  };
}
