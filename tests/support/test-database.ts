import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject, type ProvidedContext, TestRunner } from 'vitest';
import { databaseFileName } from '../../src/db/database.server';
import { createSiteSettings } from './postgres-client';

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
  if (engine === 'sqlite') {
    const database = await createSiteSettings();
    if (template) writeFileSync(join(database.env.DATA_DIR, databaseFileName), template);
    return database;
  }
  const postgres = inject('postgres');
  if ('missing' in postgres) {
    TestRunner.getCurrentTest()?.context.skip(postgres.missing);
    throw new Error(postgres.missing);
  }
  return createSiteSettings(postgres.url, template?.toString());
}
