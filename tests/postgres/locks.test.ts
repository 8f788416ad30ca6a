import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { countFunnelStep } from '../../src/analytics/store.server';
import { leadHooks } from '../../src/app/feature-hooks.server';
import { purgeExpiredLeads } from '../../src/leads/privacy/retention.server';
import { expireLeads } from '../support/expire-leads';
import { sendDuring } from '../support/lock-waits';
import { createPaymentSite } from '../support/payment-site';
import { createProposalSite } from '../support/proposal-site';
import { sampleLead } from '../support/samples';
import { createSchedulingSite, pickSlot } from '../support/scheduling-site';
import { createTestApp } from '../support/test-app';

describe('while another process has an open transaction', () => {
  test('the time of a call that it cancels is free again, also if the availability is saved', async () => {
    const { db, put, slots, book } = await createSchedulingSite();
    const slot = pickSlot(await slots());
    await book(slot);
    const saved = await sendDuring(
      db,
      async (transaction) => {
        await transaction.updateTable('bookings').set({ status: 'canceled' }).execute();
        await transaction.deleteFrom('bookingCells').execute();
      },
      () => put({ bufferMinutes: 5 }),
    );
    expect(saved.statusCode).toBe(200);
    expect(await db.selectFrom('bookingCells').selectAll().execute()).toEqual([]);
    expect((await book(slot)).statusCode).toBe(201);
  });

  test.each(['its link', 'its email'])(
    'a call of the lead that it erases, known by %s, gets a lead of its own',
    async (known) => {
      const { db, visitor, slots, book } = await createSchedulingSite();
      const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
      const start = pickSlot(await slots());
      const booked = await sendDuring(
        db,
        (transaction) => transaction.deleteFrom('leads').where('id', '=', id).execute(),
        () => book(start, known === 'its link' ? { leadId: id } : {}),
      );
      expect(booked.statusCode).toBe(201);
      const leads = await db.selectFrom('leads').select(['email', 'status']).execute();
      expect(leads).toEqual([{ email: sampleLead.email, status: 'discovery_call' }]);
    },
  );

  test('the result of a call that it cancels is rejected', async () => {
    const { db, admin, slots, book } = await createSchedulingSite();
    const { id } = (await book(pickSlot(await slots()))).json();
    const startAt = new Date(Date.now() - 3_600_000).toISOString();
    await db.updateTable('bookings').set({ startAt }).execute();
    const logged = await sendDuring(
      db,
      (transaction) => transaction.updateTable('bookings').set({ status: 'canceled' }).execute(),
      () => admin('POST', `/api/scheduling/bookings/${id}/result`, { result: 'took_place' }),
    );
    expect(logged.statusCode).toBe(409);
    expect(await db.selectFrom('bookings').select('status').execute()).toEqual([
      { status: 'canceled' },
    ]);
  });

  test('a payment of a lead that it deletes is refused, and not stored', async () => {
    const { db, ids, start, payments } = await createPaymentSite();
    const deletedAt = new Date().toISOString();
    const started = await sendDuring(
      db,
      async (transaction) => {
        const lead = transaction.selectFrom('leads').select('id').where('id', '=', ids.leadId);
        await lead.forUpdate().execute();
        await transaction.updateTable('leads').set({ deletedAt }).execute();
      },
      () => start(),
    );
    expect(started.statusCode).toBe(404);
    expect(await payments()).toEqual([]);
  });

  test('an inquiry of the same day and source as its own is stored without waiting', async () => {
    const { db, visitor, admin } = await createTestApp();
    const response = await db.transaction().execute(async (transaction) => {
      await countFunnelStep(transaction, 'enquiry', 'direct');
      return visitor('POST', '/api/leads', sampleLead);
    });
    expect(response.statusCode).toBe(201);
    expect((await admin('GET', '/api/funnel/7')).json().sources).toEqual([
      { source: 'direct', counts: { enquiry: 2 } },
    ]);
  });

  test('a proposal waits for the lead that it has changed before it locks its package, as sending one does', async () => {
    const { db, ids, write } = await createProposalSite();
    const written = await sendDuring(
      db,
      (transaction) => transaction.updateTable('leads').set({ expiresAt: null }).execute(),
      () => write(),
      async (transaction) => {
        const lock = sql`select id from onboarding_packages
          where id = ${ids.packageId} for update nowait`;
        expect((await lock.execute(transaction)).rows).toHaveLength(1);
      },
    );
    expect(written.statusCode).toBe(201);
  });

  test('the hourly purge does not delete an expired lead that it reopens', async () => {
    const { db, visitor } = await createTestApp();
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    await expireLeads(db);
    // As `lockLead` and the change of the status do.
    const updatedAt = new Date().toISOString();
    const reopened = { expiresAt: null, status: 'contacted', updatedAt } as const;
    await sendDuring(
      db,
      (transaction) => transaction.updateTable('leads').set(reopened).execute(),
      () => purgeExpiredLeads(db, leadHooks, 24),
    );
    expect(await db.selectFrom('leads').select(['id', 'status']).execute()).toEqual([
      { id, status: 'contacted' },
    ]);
  });
});
