import { sql } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/lib/database.server';
import { migrate, migrations } from '../../src/lib/migrate.server';
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
  (await db.introspection.getTables()).map((table) => table.name);

test('a step that fails leaves the database as it was, and a mended one goes through', async () => {
  const { open } = await emptyDatabase();
  const db = await open();
  await migrate(db);
  const before = await tables(db);
  const broken = {
    ...migrations,
    '9998-whole': { up: async () => {} },
    '9999-broken': {
      async up(transaction: typeof db) {
        await transaction.schema.createTable('half_done').addColumn('id', 'text').execute();
        await sql`insert into site_state (key, value) values ('half', 'done')`.execute(transaction);
        throw new Error('no further');
      },
    },
  };
  await expect(migrate(db, broken)).rejects.toThrow('no further');
  expect(await tables(db)).toEqual(before);
  expect(await db.selectFrom('siteState').select('key').execute()).toEqual([
    { key: 'content_version' },
  ]);
  const mended = {
    ...migrations,
    '9998-whole': broken['9998-whole'],
    '9999-broken': { up: async () => {} },
  };
  await migrate(db, mended);
});

test('a database of a newer release is refused, not changed', async () => {
  const { open } = await emptyDatabase();
  const db = await open();
  await migrate(db, { ...migrations, '9999-of-the-future': { up: async () => {} } });
  await expect(migrate(db)).rejects.toThrow('9999-of-the-future');
});

test('drawings of the demo have become pictures like uploaded ones, and others stay as they are', async () => {
  const { open } = await emptyDatabase();
  const db = await open();
  const first = Object.entries(migrations).slice(0, 1);
  await migrate(db, Object.fromEntries(first));
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
