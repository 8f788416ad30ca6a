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
  const keys = () => db.selectFrom('siteState').select('key').orderBy('key').execute();
  const keysBefore = await keys();
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
  expect(await keys()).toEqual(keysBefore);
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
