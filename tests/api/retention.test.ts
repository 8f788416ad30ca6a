import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { type LeadStatus, leadStatuses } from '../../src/features/leads/lead';
import { leadRetentionMonths } from '../../src/features/leads/lead-retention';
import { purgeOldLeads } from '../../src/features/leads/lead-retention.server';
import {
  type PaymentStatus,
  paidStatuses,
  paymentStatuses,
} from '../../src/features/payments/payment-status';
import type { Database } from '../../src/lib/database.server';
import { sampleItems, sampleLead } from '../samples';
import { testApp } from '../test-app';

const day = 24 * 3_600_000;

function monthsAgo(months: number, plusMilliseconds = 0): string {
  const date = new Date();
  date.setUTCMonth(date.getUTCMonth() - months);
  return new Date(date.getTime() + plusMilliseconds).toISOString();
}

/** Stores a lead as it would have been stored at a time in the past. */
async function leadFrom(db: Database, createdAt: string, status: LeadStatus = 'new') {
  const id = randomUUID();
  await db
    .insertInto('leads')
    .values({ ...sampleLead, id, status, assignedPmId: null, createdAt, updatedAt: createdAt })
    .execute();
  return id;
}

async function storedLeads(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('leads').select('id').execute();
  return rows.map(({ id }) => id).sort();
}

test('a lead is deleted when its twelve months are over, and not a day before', async () => {
  const { db } = await testApp();
  expect(leadRetentionMonths).toBe(12);
  await leadFrom(db, monthsAgo(12, -day));
  await leadFrom(db, monthsAgo(30));
  const kept = [
    await leadFrom(db, monthsAgo(12, day)),
    await leadFrom(db, new Date().toISOString()),
  ];
  await purgeOldLeads(db);
  expect(await storedLeads(db)).toEqual(kept.sort());
});

test('only those that were won stay: a late change of the status does not prolong the rest', async () => {
  const { db, admin } = await testApp();
  const ids = await Promise.all(leadStatuses.map((status) => leadFrom(db, monthsAgo(13), status)));
  await admin('PATCH', `/api/leads/${ids[0]}`, { status: 'contacted' });
  await purgeOldLeads(db);
  expect(await storedLeads(db)).toEqual([ids[leadStatuses.indexOf('closed_won')]]);
});

test('the record of its mails goes with it', async () => {
  const { db, visitor } = await testApp();
  const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
  const mails = () => db.selectFrom('outbox').select('id').where('leadId', '=', id).execute();
  expect(await mails()).not.toEqual([]);
  await db
    .updateTable('leads')
    .set({ createdAt: monthsAgo(13) })
    .where('id', '=', id)
    .execute();
  await purgeOldLeads(db);
  expect(await storedLeads(db)).toEqual([]);
  expect(await mails()).toEqual([]);
});

/** Stores a payment of a lead. */
async function paymentOf(db: Database, leadId: string, packageId: string, status: PaymentStatus) {
  const now = new Date().toISOString();
  await db
    .insertInto('payments')
    .values({
      id: randomUUID(),
      leadId,
      packageId,
      packageName: 'Full PM',
      amount: 100_000,
      currency: 'usd',
      stripePaymentIntentId: `pi_${leadId}`,
      status,
      refundedAmount: 0,
      checkedAt: null,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
}

test('those that have paid stay; a payment that was begun and never made keeps nobody', async () => {
  const { db, admin } = await testApp();
  const item = (await admin('POST', '/api/packages', sampleItems.packages)).json();
  const kept: string[] = [];
  for (const status of paymentStatuses) {
    const id = await leadFrom(db, monthsAgo(13));
    await paymentOf(db, id, item.id, status);
    if (paidStatuses.includes(status)) kept.push(id);
  }
  await leadFrom(db, monthsAgo(13));
  await purgeOldLeads(db);
  expect(await storedLeads(db)).toEqual(kept.sort());
});
