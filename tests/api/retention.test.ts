import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import { describe, expect, test } from 'vitest';
import { leadHooks } from '../../src/app/feature-hooks.server';
import type { Database } from '../../src/db/database.server';
import { leadStatuses } from '../../src/leads/contract';
import { purgeExpiredLeads } from '../../src/leads/privacy/retention.server';
import type { LeadRow } from '../../src/leads/table.server';
import { DAY } from '../../src/lib/time/durations';
import { paidStatuses, paymentStatuses } from '../../src/payments/payment-status';
import type { StoredCall } from '../../src/scheduling/table.server';
import { insertPayment } from '../support/insert-payment';
import { sampleItems, sampleLead } from '../support/samples';
import { createTestApp } from '../support/test-app';

function monthsAgo(months: number, offsetMs = 0): string {
  const date = new Date();
  date.setUTCMonth(date.getUTCMonth() - months);
  return new Date(date.getTime() + offsetMs).toISOString();
}

/** Inserts a lead whose last activity is in the past. By default it is lost. */
async function insertLead(db: Database, at: string, fields: Partial<LeadRow> = {}) {
  const id = randomUUID();
  await db
    .insertInto('leads')
    .values({
      ...sampleLead,
      id,
      status: 'closed_lost',
      assignedPmId: null,
      createdAt: at,
      updatedAt: at,
      ...fields,
    })
    .execute();
  return id;
}

/** Inserts a booked call of a lead, which was booked when it starts. */
async function insertCall(db: Database, leadId: string | undefined, startAt: string) {
  const call = { id: randomUUID(), leadId, source: 'site', status: 'booked', verified: 1 };
  const times = { statusAt: startAt, startAt, endAt: startAt, createdAt: startAt };
  await db
    .insertInto('bookings')
    .values({ ...call, ...times, updatedAt: startAt, sequence: 0 } as Insertable<StoredCall>)
    .execute();
}

async function listLeadIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('leads').select('id').execute();
  return rows.map(({ id }) => id).sort();
}

async function listAnnouncedIds(db: Database): Promise<string[]> {
  const rows = await db
    .selectFrom('leads')
    .select('id')
    .where('expiresAt', 'is not', null)
    .execute();
  return rows.map(({ id }) => id).sort();
}

const purge = (db: Database, months = 24) => purgeExpiredLeads(db, leadHooks, months);

/** Announces expired leads, then deletes them as if 30 days had passed. */
async function purgeTwice(db: Database): Promise<void> {
  await purge(db);
  await db
    .updateTable('leads')
    .set({ expiresAt: new Date(Date.now() - 1000).toISOString() })
    .where('expiresAt', 'is not', null)
    .execute();
  await purge(db);
}

describe('purgeExpiredLeads', () => {
  test('announces the deletion of a closed lead 30 days ahead, and deletes it no earlier', async () => {
    const { db, admin } = await createTestApp();
    const old = await insertLead(db, monthsAgo(24, 29 * DAY));
    const younger = await insertLead(db, monthsAgo(24, 32 * DAY));
    await purge(db);
    await purge(db);
    expect(await listLeadIds(db)).toEqual([old, younger].sort());
    expect(await listAnnouncedIds(db)).toEqual([old]);

    const listed = (await admin('GET', '/api/leads?expiring=true')).json();
    expect(listed).toMatchObject([{ id: old, expiresAt: expect.any(String) }]);
    const inDays = (Date.parse(listed[0].expiresAt) - Date.now()) / DAY;
    expect(inDays).toBeGreaterThan(29.9);
    expect(inDays).toBeLessThan(30.1);
    const { expiring } = (await admin('GET', '/api/leads/summary')).json();
    expect(expiring).toEqual({ count: 1, firstAt: listed[0].expiresAt });

    await purgeTwice(db);
    expect(await listLeadIds(db)).toEqual([younger]);
  });

  test('announces a lead before its deletion even when it is older than the retention period', async () => {
    const { db } = await createTestApp();
    const id = await insertLead(db, monthsAgo(60));
    await purge(db);
    expect(await listLeadIds(db)).toEqual([id]);
    await purge(db, 72);
    expect(await listAnnouncedIds(db)).toEqual([]);
  });

  test('deletes lost leads and spam, and never an open or a won lead', async () => {
    const { db } = await createTestApp();
    const kept: string[] = [];
    for (const status of leadStatuses) {
      const id = await insertLead(db, monthsAgo(25), { status });
      if (status !== 'closed_lost') kept.push(id);
      const spam = await insertLead(db, monthsAgo(25), { status, suspect: 'too-fast' });
      if (status === 'closed_won') kept.push(spam);
    }
    await purgeTwice(db);
    expect(await listLeadIds(db)).toEqual(kept.sort());
  });

  test('counts from the last activity: a note, a contact, a task, a call or a change', async () => {
    const { db, admin } = await createTestApp();
    const [noted, contacted, planned, called, changed, quiet] = await Promise.all(
      Array.from({ length: 6 }, () => insertLead(db, monthsAgo(25))),
    );
    await purge(db);
    expect(await listAnnouncedIds(db)).toHaveLength(6);
    await admin('POST', `/api/leads/${noted}/notes`, { text: 'Asks again in spring' });
    await admin('POST', `/api/leads/${contacted}/contacted`, { channel: 'phone' });
    await admin('POST', `/api/leads/${planned}/tasks`, { title: 'Write' });
    await admin('PATCH', `/api/leads/${changed}`, { phone: '+1 512 555 0100' });
    await insertCall(db, called, new Date().toISOString());
    await purge(db);
    expect(await listAnnouncedIds(db)).toEqual([quiet]);
  });

  test('keeps merged inquiries together until all of them are idle', async () => {
    const { db, admin } = await createTestApp();
    const insert = (months: number) => insertLead(db, monthsAgo(months));
    const [keepId, otherId] = [await insert(30), await insert(30)];
    await admin('POST', '/api/leads/merge', { keepId, otherId });
    await purge(db);
    // The merge itself is an activity.
    expect(await listAnnouncedIds(db)).toEqual([]);
    await db
      .updateTable('leads')
      .set({ updatedAt: monthsAgo(25) })
      .execute();
    await purge(db);
    expect(await listAnnouncedIds(db)).toEqual([keepId]);
    await purgeTwice(db);
    expect(await listLeadIds(db)).toEqual([]);
  });

  test('keeps a deleted lead in the list of calls until its call is over', async () => {
    const { db, admin } = await createTestApp();
    const insertDeleted = (fields = {}) =>
      insertLead(db, monthsAgo(3), { deletedAt: monthsAgo(2), ...fields });
    const [called, missed] = [await insertDeleted(), await insertDeleted()];
    const merged = await insertDeleted({ mergedIntoId: await insertDeleted() });
    await insertCall(db, called, monthsAgo(-1));
    await insertCall(db, merged, monthsAgo(-2));
    await insertCall(db, missed, monthsAgo(1));
    await purge(db);
    expect(await listLeadIds(db)).toEqual([called, merged].sort());
    const calls = (await admin('GET', '/api/scheduling/bookings')).json();
    expect(calls.map(({ leadId }: StoredCall) => leadId)).toEqual([called, merged]);
    await db
      .updateTable('bookings')
      .set({ startAt: monthsAgo(0, -DAY) })
      .execute();
    await purge(db);
    expect(await listLeadIds(db)).toEqual([]);
    expect(await db.selectFrom('bookings').select('id').execute()).toEqual([]);
  });

  test('deletes the email deliveries of the lead', async () => {
    const { db, visitor } = await createTestApp();
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    const listDeliveries = () =>
      db.selectFrom('outbox').select('id').where('leadId', '=', id).execute();
    expect(await listDeliveries()).not.toEqual([]);
    const at = monthsAgo(25);
    await db
      .updateTable('leads')
      .set({ createdAt: at, updatedAt: at, status: 'closed_lost' })
      .where('id', '=', id)
      .execute();
    await purgeTwice(db);
    expect(await listLeadIds(db)).toEqual([]);
    expect(await listDeliveries()).toEqual([]);
  });

  test('keeps leads that have paid, but not those with an unfinished payment', async () => {
    const { db, admin } = await createTestApp();
    const onboardingPackage = (await admin('POST', '/api/packages', sampleItems.packages)).json();
    const expectedIds: string[] = [];
    for (const status of paymentStatuses) {
      const id = await insertLead(db, monthsAgo(25));
      await insertPayment(db, id, onboardingPackage.id, status);
      if (paidStatuses.includes(status)) expectedIds.push(id);
    }
    await insertLead(db, monthsAgo(25));
    // Paid after it was deleted, as by a webhook that arrives late.
    const deletedId = await insertLead(db, monthsAgo(25), { deletedAt: monthsAgo(2) });
    await insertPayment(db, deletedId, onboardingPackage.id, 'succeeded');
    expectedIds.push(deletedId);
    await purgeTwice(db);
    expect(await listLeadIds(db)).toEqual(expectedIds.sort());
  });
});
