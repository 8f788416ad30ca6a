import { sql } from 'kysely';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabase, type SlowQuery } from '../../src/db/database.server';
import { createTestDatabase } from '../test-database';

/** Opens an empty database and runs a statement with a value in it. */
async function listSlowQueries(minDurationMs?: number): Promise<SlowQuery[]> {
  const database = await createTestDatabase(inject('engine'));
  const reported: SlowQuery[] = [];
  const db = await openDatabase({ ...database.env, SLOW_QUERY_MS: minDurationMs }, (query) =>
    reported.push(query),
  );
  onTestFinished(async () => {
    await db.destroy();
    await database.drop();
  });
  // Counts for at least a few milliseconds on both databases.
  await sql`with recursive numbers(n) as (
    select 1 union all select n + 1 from numbers where n < 200000
  ) select count(*) from numbers where cast(n as text) <> ${'a private value'}`.execute(db);
  return reported;
}

describe('SLOW_QUERY_MS', () => {
  test('reports a statement that takes as long, without its values', async () => {
    const [query, ...others] = await listSlowQueries(1);
    expect(others).toEqual([]);
    expect(query?.sql).toContain('with recursive numbers');
    expect(query?.sql).not.toContain('private');
    expect(query?.durationMs).toBeGreaterThanOrEqual(1);
  });

  test('reports no faster statement', async () => {
    expect(await listSlowQueries(60_000)).toEqual([]);
  });

  test('reports nothing if it is not set', async () => {
    expect(await listSlowQueries()).toEqual([]);
  });
});
