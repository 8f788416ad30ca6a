import { describe, expect, test } from 'vitest';
import { purgeClientErrors } from '../../src/analytics/client-errors/store.server';
import { browserHeaders as browser } from '../support/browser-headers';
import { createTestApp } from '../support/test-app';

const report = {
  message: 'TypeError: URL.parse is not a function',
  component: 'The page',
  release: 'client-Bk3xQ9.js',
  engine: 'Firefox 115',
};

async function createSite() {
  const site = await createTestApp();
  const send = (body: object, headers: Record<string, string> = browser) =>
    site.visitor('POST', '/api/client-errors', body, headers);
  const list = async () => (await site.admin('GET', '/api/client-errors')).json();
  return { ...site, send, list };
}

describe('POST /api/client-errors', () => {
  test('stores a report, and counts the same error on one line', async () => {
    const { send, list } = await createSite();
    expect((await send(report)).statusCode).toBe(204);
    await send(report);
    await send({ ...report, engine: 'iOS 16.4' });
    const errors = await list();
    expect(errors).toHaveLength(2);
    expect(errors).toContainEqual(expect.objectContaining({ ...report, count: 2 }));
    expect(errors).toContainEqual(
      expect.objectContaining({ ...report, engine: 'iOS 16.4', count: 1 }),
    );
  });

  test('stores one in ten reports after the first hundred, and counts it as ten', async () => {
    const { send, list } = await createSite();
    for (let sent = 0; sent < 140; sent += 1) await send(report);
    expect(await list()).toMatchObject([{ count: 140 }]);
    await send({ ...report, message: 'Error: the 141st' });
    expect(await list()).toHaveLength(1);
  });

  test('stores at most 50 different errors', async () => {
    const { send, list } = await createSite();
    for (let index = 0; index < 60; index += 1) {
      await send({ ...report, message: `Error: ${index}` });
    }
    const errors: { message: string }[] = await list();
    expect(errors).toHaveLength(50);
    expect(errors.map(({ message }) => message)).toContain('Error: 59');
  });
});

describe('GET /api/client-errors', () => {
  test('no longer contains an error 30 days after its last report', async () => {
    const { send, list, db } = await createSite();
    await send(report);
    await send({ ...report, engine: 'iOS 16.4' });
    await db
      .updateTable('clientErrors')
      .set({ lastAt: new Date(Date.now() - 31 * 24 * 3_600_000).toISOString() })
      .where('engine', '=', 'iOS 16.4')
      .execute();
    await purgeClientErrors(db);
    expect(await list()).toMatchObject([{ engine: 'Firefox 115' }]);
  });
});
