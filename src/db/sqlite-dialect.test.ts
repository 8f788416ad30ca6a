import { DatabaseSync } from 'node:sqlite';
import { CompiledQuery, Kysely } from 'kysely';
import { describe, expect, type TestContext, test } from 'vitest';
import { temporaryFolder } from '../../tests/support/temporary-folder';
import { getErrorCode } from '../lib/errors';
import { createSqliteDialect } from './sqlite-dialect.server';

interface Numbers {
  numbers: { id: number };
}

/** Opens a file with two connections: the site's, which gives up after `lockTimeoutMs`, and another's. */
function openTwice({ onTestFinished }: TestContext, lockTimeoutMs: number) {
  const folder = temporaryFolder();
  const open = () => new DatabaseSync(`${folder.path}/test.db`, { timeout: 1 });
  const dialect = createSqliteDialect(open(), lockTimeoutMs);
  const db = new Kysely<Numbers>({ dialect });
  const other = open();
  other.exec('pragma journal_mode = wal; create table numbers (id integer primary key)');
  onTestFinished(async () => {
    await db.destroy();
    other.close();
    folder.remove();
  });
  const insert = (id: number) =>
    db.transaction().execute((tx) => tx.insertInto('numbers').values({ id }).execute());
  const list = async () =>
    (await db.selectFrom('numbers').select('id').execute()).map((row) => row.id);
  return { db, other, insert, list };
}

// Side by side, because they wait for timeouts: one after the other, they took 7 s, alone at the run's end.
describe.concurrent('SQLite while another connection holds its write lock', () => {
  test.for([
    ['an insert', 'insert into numbers values (1)'],
    ['an insert that returns rows', 'insert into numbers values (1) returning id'],
    ['an update or insert', 'insert into numbers values (1) on conflict do nothing returning id'],
    ['a delete', 'delete from numbers where id = 7'],
    ['the start of a transaction', 'begin immediate'],
  ] as const)(
    '%s fails after the timeout, and the next transaction commits',
    async ([, statement], context) => {
      const { db, other, insert, list } = openTwice(context, 20);
      other.exec('begin immediate; insert into numbers values (7)');
      const error = await db.executeQuery(CompiledQuery.raw(statement)).catch((reason) => reason);
      expect(getErrorCode(error)).toBe('SQLITE_BUSY');
      other.exec('commit');
      await insert(2);
      expect(await list()).toEqual([2, 7]);
    },
  );

  test('a statement waits until the lock is released', async (context) => {
    const { other, insert, list } = openTwice(context, 60_000);
    other.exec('begin immediate');
    const inserted = insert(1);
    // Reaches the database in this turn, and waits.
    await new Promise(setImmediate);
    other.exec('rollback');
    await inserted;
    expect(await list()).toEqual([1]);
  });

  test('statements fail soon once the lock was held for the timeout, and wait again after its release', async (context) => {
    const { other, insert, list } = openTwice(context, 20);
    other.exec('begin immediate');
    await expect(insert(1)).rejects.toThrow('database is locked');
    const startedAt = performance.now();
    await expect(insert(1)).rejects.toThrow('database is locked');
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    other.exec('rollback');
    await insert(1);
    expect(await list()).toEqual([1]);
  });
});
