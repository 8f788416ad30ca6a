import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/lib/database.server';
import { migrate } from '../../src/lib/migrate.server';
import { migrations, type SchemaMigration } from '../../src/lib/migrations.server';
import { createTestDatabase } from '../test-database';

async function emptyDatabase() {
  const database = await createTestDatabase(inject('engine'));
  const open = async () => {
    const db = await openDatabase(database.env);
    onTestFinished(() => db.destroy());
    return db;
  };
  onTestFinished(() => database.drop());
  return { open };
}

const tables = async (db: Awaited<ReturnType<typeof openDatabase>>) =>
  (await db.introspection.getTables({ withInternalKyselyTables: true })).map((table) => table.name);

/** A migration of a release that is yet to come. */
const additive: SchemaMigration = {
  tables: ['later_things'],
  isCompatible: true,
  async up(db) {
    await db.schema.createTable('later_things').addColumn('id', 'text').execute();
    await db.schema.alterTable('leads').addColumn('later', 'text').execute();
  },
};

describe('migrate', () => {
  test('leaves the database as it was when a migration fails, and applies the corrected one', async () => {
    const { open } = await emptyDatabase();
    const db = await open();
    await migrate(db);
    const before = await tables(db);
    const keys = () => db.selectFrom('siteState').select('key').orderBy('key').execute();
    const keysBefore = await keys();
    const whole: SchemaMigration = { isCompatible: true, up: async () => {} };
    const broken: SchemaMigration = {
      async up(transaction) {
        await transaction.schema.createTable('half_done').addColumn('id', 'text').execute();
        await sql`insert into site_state (key, value) values ('half', 'done')`.execute(transaction);
        throw new Error('no further');
      },
    };
    const known = { ...migrations, '9998-whole': whole, '9999-broken': broken };
    await expect(migrate(db, { known })).rejects.toThrow('no further');
    expect(await tables(db)).toEqual(before);
    expect(await keys()).toEqual(keysBefore);
    const applied = await migrate(db, { known: { ...known, '9999-broken': whole } });
    expect(applied).toEqual(['9998-whole', '9999-broken']);
  });

  test('refuses a database that a newer release has changed incompatibly', async () => {
    const { open } = await emptyDatabase();
    const db = await open();
    const known = {
      ...migrations,
      '9998-additive': additive,
      '9999-breaking': { up: async () => {} },
    };
    await migrate(db, { known });
    await expect(migrate(db)).rejects.toThrow(/newer release .*\(9999-breaking\)/);
  });

  test('accepts the compatible migrations of a newer release and applies its own beside them', async () => {
    const { open } = await emptyDatabase();
    const db = await open();
    const newer = { ...migrations, '9999-additive': additive };
    await migrate(db, { known: newer });
    expect(await migrate(db)).toEqual([]);
    const patched = { ...migrations, '9000-patch': { up: async () => {} } };
    expect(await migrate(db, { known: patched })).toEqual(['9000-patch']);
    expect(await migrate(db, { known: { ...newer, ...patched } })).toEqual([]);
  });

  test('retries a migration that waits for a long transaction, and lets readers through meanwhile', async () => {
    // SQLite has no locks of tables.
    if (inject('engine') === 'sqlite') return;
    const { open } = await emptyDatabase();
    const [db, others] = [await open(), await open()];
    await migrate(db);
    let limit: unknown;
    const measured: SchemaMigration = {
      ...additive,
      async up(transaction) {
        limit = (await sql`show statement_timeout`.execute(transaction)).rows;
        await additive.up(transaction);
      },
    };
    const known = { ...migrations, '9999-additive': measured };
    const { migrated } = await others.transaction().execute(async (transaction) => {
      await transaction.selectFrom('leads').selectAll().execute();
      let running: Promise<string[]> | undefined;
      const reported = await new Promise<string>((resolve, reject) => {
        running = migrate(db, { known, report: resolve });
        running.catch(reject);
      });
      expect(reported).toBe('A migration waits for other work on the database to end.');
      expect(await others.selectFrom('leads').selectAll().execute()).toEqual([]);
      return { migrated: running };
    });
    expect(await migrated).toEqual(['9999-additive']);
    expect(limit).toEqual([{ statementTimeout: '0' }]);
  });

  test('names the tables of another application that are in its way, and changes nothing', async () => {
    const { open } = await emptyDatabase();
    const db = await open();
    await sql`create table users (id integer, login text)`.execute(db);
    await sql`create table schema_migrations (version text)`.execute(db);
    const before = await tables(db);
    await expect(migrate(db)).rejects.toThrow(
      /Another application has tables of the same names \(schema_migrations, users\)/,
    );
    expect(await tables(db)).toEqual(before);
  });
});

describe('migrations', () => {
  test('declare each table that they create', async () => {
    const { open } = await emptyDatabase();
    const db = await open();
    await migrate(db);
    const declared = Object.values(migrations).flatMap((migration) => migration.tables ?? []);
    expect((await tables(db)).sort()).toEqual(
      [...declared, 'schema_migrations', 'schema_migrations_lock'].sort(),
    );
  });

  test('declare whether older releases can work with them', () => {
    const undeclared = Object.entries(migrations)
      .filter(([name, { isCompatible }]) => name >= '0009' && isCompatible === undefined)
      .map(([name]) => name);
    expect(undeclared).toEqual([]);
  });
});

test('drawings of the demo have become pictures like uploaded ones, and others stay as they are', async () => {
  const { open } = await emptyDatabase();
  const db = await open();
  const first = Object.entries(migrations).slice(0, 1);
  await migrate(db, { known: Object.fromEntries(first) });
  const addresses = ['/pictures/portraits/ana-lucia.svg', 'https://elsewhere.example/a.svg', null];
  for (const [place, address] of addresses.entries()) {
    await sql`
      insert into talents (id, name, title, skills, role, industry, tool_proficiency, seniority,
        image_url, display_order, created_at)
      values (${`t${place}`}, 'Ana', 'Assistant', '[]', 'Receptionist', '[]', '[]', 'Senior',
        ${address}, ${place}, '2026-01-01T00:00:00.000Z')
    `.execute(db);
  }
  await migrate(db);
  const { rows } = await sql<{ imageUrl: string | null; imageFocus: string }>`
    select image_url, image_focus from talents order by display_order
  `.execute(db);
  expect(rows.map(({ imageUrl }) => imageUrl)).toEqual([
    '/objects/demo-ana-lucia',
    ...addresses.slice(1),
  ]);
  expect(rows[0]?.imageFocus).toBe('50% 30%');
});
