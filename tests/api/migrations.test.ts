import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/db/database.server';
import { migrate } from '../../src/db/migrate.server';
import { migrations, type SchemaMigration } from '../../src/db/migration-state.server';
import { createTestSettings } from '../support/test-resources';

async function emptyDatabase() {
  const settings = await createTestSettings(inject('engine'));
  const open = async () => {
    const db = await openDatabase(settings);
    onTestFinished(() => db.destroy());
    return db;
  };
  return { open, db: await open() };
}

/** Lists the tables, without those in which SQLite stores its full-text index. */
const listTables = async (db: Awaited<ReturnType<typeof openDatabase>>) =>
  (await db.introspection.getTables({ withInternalKyselyTables: true }))
    .map((table) => table.name)
    .filter((name) => !name.startsWith('lead_search_index'));

/** A compatible migration, as a later release might bring it. */
const additiveMigration: SchemaMigration = {
  tables: ['later_things'],
  isCompatible: true,
  async up(db) {
    await db.schema.createTable('later_things').addColumn('id', 'text').execute();
    await db.schema.alterTable('leads').addColumn('later', 'text').execute();
  },
};

describe('migrate', () => {
  test('rolls back all pending migrations when one fails, and applies them once it is fixed', async () => {
    const { db } = await emptyDatabase();
    await migrate(db);
    const before = await listTables(db);
    const listKeys = () => db.selectFrom('siteState').select('key').orderBy('key').execute();
    const keysBefore = await listKeys();
    const noOp: SchemaMigration = { isCompatible: true, up: async () => {} };
    const failing: SchemaMigration = {
      async up(transaction) {
        await transaction.schema.createTable('half_done').addColumn('id', 'text').execute();
        await sql`insert into site_state (key, value) values ('half', 'done')`.execute(transaction);
        throw new Error('no further');
      },
    };
    const known = { ...migrations, '9998-whole': noOp, '9999-broken': failing };
    await expect(migrate(db, { knownMigrations: known })).rejects.toThrow('no further');
    expect(await listTables(db)).toEqual(before);
    expect(await listKeys()).toEqual(keysBefore);
    const applied = await migrate(db, { knownMigrations: { ...known, '9999-broken': noOp } });
    expect(applied).toEqual(['9998-whole', '9999-broken']);
  });

  test('rejects a database with an incompatible migration of a newer release', async () => {
    const { db } = await emptyDatabase();
    const known = {
      ...migrations,
      '9998-additive': additiveMigration,
      '9999-breaking': { up: async () => {} },
    };
    await migrate(db, { knownMigrations: known });
    await expect(migrate(db)).rejects.toThrow(/newer release .*\(9999-breaking\)/);
  });

  test('accepts compatible migrations of a newer release and still applies its own', async () => {
    const { db } = await emptyDatabase();
    const newer = { ...migrations, '9999-additive': additiveMigration };
    await migrate(db, { knownMigrations: newer });
    expect(await migrate(db)).toEqual([]);
    const patched = { ...migrations, '9000-patch': { up: async () => {} } };
    expect(await migrate(db, { knownMigrations: patched })).toEqual(['9000-patch']);
    expect(await migrate(db, { knownMigrations: { ...newer, ...patched } })).toEqual([]);
  });

  test('retries a migration that is blocked by a long transaction without blocking readers', async () => {
    // SQLite has no table locks.
    if (inject('engine') === 'sqlite') return;
    const { db, open } = await emptyDatabase();
    const otherDb = await open();
    await migrate(db);
    let statementTimeout: unknown;
    const recordingMigration: SchemaMigration = {
      ...additiveMigration,
      async up(transaction) {
        statementTimeout = (await sql`show statement_timeout`.execute(transaction)).rows;
        await additiveMigration.up(transaction);
      },
    };
    const known = { ...migrations, '9999-additive': recordingMigration };
    const { migrated } = await otherDb.transaction().execute(async (transaction) => {
      await transaction.selectFrom('leads').selectAll().execute();
      let running: Promise<string[]> | undefined;
      const reported = await new Promise<string>((resolve, reject) => {
        running = migrate(db, { knownMigrations: known, report: resolve });
        running.catch(reject);
      });
      expect(reported).toBe('A migration waits for other work on the database to end.');
      expect(await otherDb.selectFrom('leads').selectAll().execute()).toEqual([]);
      return { migrated: running };
    });
    expect(await migrated).toEqual(['9999-additive']);
    expect(statementTimeout).toEqual([{ statementTimeout: '0' }]);
  });

  test('names conflicting tables of another application and changes nothing', async () => {
    const { db } = await emptyDatabase();
    await sql`create table users (id integer, login text)`.execute(db);
    await sql`create table schema_migrations (version text)`.execute(db);
    const before = await listTables(db);
    await expect(migrate(db)).rejects.toThrow(
      /Another application has tables of the same names \(schema_migrations, users\)/,
    );
    expect(await listTables(db)).toEqual(before);
  });
});

describe('migrations', () => {
  test('declare every table that they create', async () => {
    const { db } = await emptyDatabase();
    await migrate(db);
    const declared = Object.values(migrations).flatMap((migration) => migration.tables ?? []);
    expect((await listTables(db)).sort()).toEqual(
      [...declared, 'schema_migrations', 'schema_migrations_lock'].sort(),
    );
  });

  test('declare each table after those that it references, which is the order of a backup', async () => {
    const db = await openDatabase(await createTestSettings('sqlite'));
    onTestFinished(() => db.destroy());
    await migrate(db);
    const { rows } = await sql<{ child: string; parent: string }>`
      select m.name as child, f."table" as parent
      from sqlite_master m, pragma_foreign_key_list(m.name) f where m.type = 'table'`.execute(db);
    const declared = Object.values(migrations).flatMap(({ tables = [] }) => tables);
    expect(rows.length).toBeGreaterThan(10);
    for (const { child, parent } of rows)
      expect(declared.indexOf(child), `${child} references ${parent}`).toBeGreaterThan(
        declared.indexOf(parent),
      );
  });

  test('declare from 0009 on whether older releases can run on the migrated schema', () => {
    const undeclared = Object.entries(migrations)
      .filter(([name, { isCompatible }]) => name >= '0009' && isCompatible === undefined)
      .map(([name]) => name);
    expect(undeclared).toEqual([]);
  });
});

describe('demo pictures', () => {
  test('migration replaces the URLs of demo drawings with uploaded pictures and keeps other image URLs', async () => {
    const { db } = await emptyDatabase();
    const initial = Object.entries(migrations).slice(0, 1);
    await migrate(db, { knownMigrations: Object.fromEntries(initial) });
    const imageUrls = [
      '/pictures/portraits/ana-lucia.svg',
      'https://elsewhere.example/a.svg',
      null,
    ];
    for (const [index, imageUrl] of imageUrls.entries()) {
      await sql`
      insert into talents (id, name, title, skills, role, industry, tool_proficiency, seniority,
        image_url, display_order, created_at)
      values (${`t${index}`}, 'Ana', 'Assistant', '[]', 'Receptionist', '[]', '[]', 'Senior',
        ${imageUrl}, ${index}, '2026-01-01T00:00:00.000Z')
    `.execute(db);
    }
    await migrate(db);
    const { rows } = await sql<{ imageUrl: string | null; imageFocus: string }>`
    select image_url, image_focus from talents order by display_order
  `.execute(db);
    expect(rows.map(({ imageUrl }) => imageUrl)).toEqual([
      '/objects/demo-ana-lucia',
      ...imageUrls.slice(1),
    ]);
    expect(rows[0]?.imageFocus).toBe('50% 30%');
  });
});
