import { describe, expect, inject, test } from 'vitest';
import { lockPersonCalls } from '../../src/scheduling/call-limits.server';
import { countLockWaits } from '../support/lock-waits';
import { caller, createSchedulingSite, pickSlot } from '../support/scheduling-site';
import { startSecondApp } from '../support/test-app';

describe('limit of calls per person', () => {
  const slotIndexes = [40, 44, 48, 52, 56, 60, 64, 68];

  test('accepts three of eight bookings that arrive at two processes at once', async () => {
    const site = await createSchedulingSite();
    const { slots, app } = site;
    const second = await startSecondApp(site);
    const free = await slots();
    const responses = await Promise.all(
      slotIndexes.map((index, at) =>
        (at % 2 ? app : second).inject({
          method: 'POST',
          url: '/api/scheduling/bookings',
          payload: { ...caller, start: pickSlot(free, index) },
        }),
      ),
    );
    const statuses = responses.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(3);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  // SQLite is left out: its transactions that write wait for each other before they read.
  if (inject('engine') === 'postgres')
    test('counts a booking once when two processes receive it with the same Idempotency-Key', async () => {
      const site = await createSchedulingSite();
      const { slots, book, app, db } = site;
      const second = await startSecondApp(site);
      const free = await slots();
      for (const index of [40, 44]) await book(pickSlot(free, index));
      const send = (process: typeof second) =>
        process.inject({
          method: 'POST',
          url: '/api/scheduling/bookings',
          payload: { ...caller, start: pickSlot(free, 48) },
          headers: { 'idempotency-key': 'third-call-0001' },
        });
      const responses = await db.transaction().execute(async (transaction) => {
        await lockPersonCalls(transaction, caller.email);
        const sent = [send(app as typeof second), send(second)].map((response) =>
          response.then((it) => it),
        );
        await expect.poll(() => countLockWaits(db)).toBe(2);
        return sent;
      });
      const [first, repeated] = await Promise.all(responses);
      expect([first?.statusCode, repeated?.statusCode]).toEqual([201, 201]);
      expect(first?.json().id).toBe(repeated?.json().id);
    });

  test('counts different spellings of one mailbox as one person', async () => {
    const { slots, book } = await createSchedulingSite();
    const free = await slots();
    const spellings = [
      'Olga.Brenner@gmail.com',
      'olgabrenner+work@GMail.com',
      'olga.b.renner@googlemail.com',
      'OlgaBrenner+2@gmail.com',
      'olga+other@example.com',
    ];
    const statuses = [];
    for (const [at, email] of spellings.entries()) {
      statuses.push((await book(pickSlot(free, 40 + 4 * at), { email })).statusCode);
    }
    expect(statuses).toEqual([201, 201, 201, 429, 201]);
  });

  test('allows another booking after a call is canceled', async () => {
    const { slots, book, post } = await createSchedulingSite();
    const free = await slots();
    const { token } = (await book(pickSlot(free, 40))).json();
    await book(pickSlot(free, 44));
    await book(pickSlot(free, 48));
    const refused = await book(pickSlot(free, 52));
    expect(refused.statusCode).toBe(429);
    // Email is off here.
    expect(refused.json().message).toContain('with the link in its calendar entry');
    await post('cancel', { token });
    expect((await book(pickSlot(free, 52))).statusCode).toBe(201);
  });
});
