import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from './test-database';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase('postgres');
  client = new pg.Client({ connectionString: database.env.DATABASE_URL });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

describe('test PostgreSQL', () => {
  test('is a real PostgreSQL server', async () => {
    const { rows } = await client.query('select version()');
    expect(rows[0].version).toMatch(/^PostgreSQL \d+/);
  });

  test.each(['fsync', 'full_page_writes', 'synchronous_commit'])(
    'has %s turned on',
    async (name) => {
      const { rows } = await client.query('select current_setting($1) as value', [name]);
      expect(rows[0].value).toBe('on');
    },
  );

  test('sorts text by the rules of a language, not by bytes', async () => {
    const { rows } = await client.query(`select x from unnest(array['b', 'B', 'a']) x order by x`);
    expect(rows.map(({ x }) => x)).toEqual(['a', 'b', 'B']);
  });
});
