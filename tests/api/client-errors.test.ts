import { describe, expect, test } from 'vitest';
import { purgeClientErrors } from '../../src/analytics/client-errors/store.server';
import { createErrorSite, report } from '../support/error-site';

describe('POST /api/client-errors', () => {
  test('stores a report, and counts the same error on one line', async () => {
    const { send, list } = await createErrorSite();
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
    const { send, list } = await createErrorSite();
    for (let sent = 0; sent < 140; sent += 1) await send(report);
    expect(await list()).toMatchObject([{ count: 140 }]);
    await send({ ...report, message: 'Error: the 141st' });
    expect(await list()).toHaveLength(1);
  });

  test('stores at most 50 different errors', async () => {
    const { send, list } = await createErrorSite();
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
    const { send, list, db } = await createErrorSite();
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
