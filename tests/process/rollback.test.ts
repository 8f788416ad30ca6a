import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../src/db/database.server';
import { migrate } from '../../src/db/migrate.server';
import { migrations, type SchemaMigration } from '../../src/db/migration-state.server';
import { ApiClient, adminPassword } from '../support/api-client';
import { sampleLead } from '../support/samples';
import { createTestSettings, readFailedStart, startTestServer } from '../support/test-resources';

const additive: SchemaMigration = {
  tables: ['later_things'],
  isCompatible: true,
  async up(db) {
    await db.schema.createTable('later_things').addColumn('id', 'text').execute();
    await db.schema.alterTable('leads').addColumn('later', 'text').execute();
  },
};

/** Creates a database that a newer release has migrated with one more migration. @returns its settings */
async function createNewerDatabase(
  engine: 'sqlite' | 'postgres',
  name: string,
  migration: SchemaMigration,
) {
  const env = await createTestSettings(engine);
  const db = await openDatabase(env);
  await migrate(db, { knownMigrations: { ...migrations, [name]: migration } });
  await db.destroy();
  return { ...env, ADMIN_PASSWORD: adminPassword };
}

describe('start on a database of a newer release', () => {
  test.each(['sqlite', 'postgres'] as const)(
    'serves requests and stores leads when the newer migration is compatible (%s)',
    async (engine) => {
      const env = await createNewerDatabase(engine, '9999-additive', additive);
      const server = await startTestServer(env);
      const api = new ApiClient(server.url);
      expect((await api.post('/api/leads', sampleLead)).status).toBe(201);
      await api.signIn();
      expect((await api.get('/api/leads')).body).toMatchObject([{ email: sampleLead.email }]);
    },
  );

  // PostgreSQL: tests/api/migrations.test.ts.
  test('fails with one line when the newer migration is not compatible', async () => {
    const env = await createNewerDatabase('sqlite', '9999-breaking', { up: async () => {} });
    expect(await readFailedStart(env)).toBe(
      "The database was migrated by a newer release that this one can't work with (9999-breaking). Start that release, or restore a backup from before it.",
    );
  });
});
