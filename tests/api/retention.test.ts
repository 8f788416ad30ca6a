import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { leadHooks } from '../../src/app/feature-hooks.server';
import type { Database } from '../../src/db/database.server';
import { type LeadStatus, leadStatuses } from '../../src/features/leads/contract';
import { leadRetentionMonths } from '../../src/features/leads/retention';
import { purgeExpiredLeads } from '../../src/features/leads/retention.server';
import {
  type PaymentStatus,
  paidStatuses,
  paymentStatuses,
} from '../../src/features/payments/payment-status';
import { sampleItems, sampleLead } from '../samples';
import { createTestApp } from '../test-app';

const DAY = 24 * 3_600_000;

function monthsAgo(months: number, offsetMs = 0): string {
  const date = new Date();
  date.setUTCMonth(date.getUTCMonth() - months);
  return new Date(date.getTime() + offsetMs).toISOString();
}

/** Inserts a lead with a creation time in the past. */
async function insertLead(db: Database, createdAt: string, status: LeadStatus = 'new') {
  const id = randomUUID();
  await db
    .insertInto('leads')
    .values({ ...sampleLead, id, status, assignedPmId: null, createdAt, updatedAt: createdAt })
    .execute();
  return id;
}

async function listLeadIds(db: Database): Promise<string[]> {
  const rows = await db.selectFrom('leads').select('id').execute();
  return rows.map(({ id }) => id).sort();
}

/** Inserts a payment of a lead. */
async function insertPayment(
  db: Database,
  leadId: string,
  packageId: string,
  status: PaymentStatus,
) {
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

describe('purgeExpiredLeads', () => {
  test('deletes a lead after twelve months and not a day before', async () => {
    const { db } = await createTestApp();
    expect(leadRetentionMonths).toBe(12);
    await insertLead(db, monthsAgo(12, -DAY));
    await insertLead(db, monthsAgo(30));
    const expectedIds = [
      await insertLead(db, monthsAgo(12, DAY)),
      await insertLead(db, new Date().toISOString()),
    ];
    await purgeExpiredLeads(db, leadHooks);
    expect(await listLeadIds(db)).toEqual(expectedIds.sort());
  });

  test('keeps only won leads: a later status change does not extend the retention', async () => {
    const { db, admin } = await createTestApp();
    const ids = await Promise.all(
      leadStatuses.map((status) => insertLead(db, monthsAgo(13), status)),
    );
    await admin('PATCH', `/api/leads/${ids[0]}`, { status: 'contacted' });
    await purgeExpiredLeads(db, leadHooks);
    expect(await listLeadIds(db)).toEqual([ids[leadStatuses.indexOf('closed_won')]]);
  });

  test('deletes the email deliveries of the lead', async () => {
    const { db, visitor } = await createTestApp();
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    const listDeliveries = () =>
      db.selectFrom('outbox').select('id').where('leadId', '=', id).execute();
    expect(await listDeliveries()).not.toEqual([]);
    await db
      .updateTable('leads')
      .set({ createdAt: monthsAgo(13) })
      .where('id', '=', id)
      .execute();
    await purgeExpiredLeads(db, leadHooks);
    expect(await listLeadIds(db)).toEqual([]);
    expect(await listDeliveries()).toEqual([]);
  });

  test('keeps leads that have paid, but not those with an unfinished payment', async () => {
    const { db, admin } = await createTestApp();
    const onboardingPackage = (await admin('POST', '/api/packages', sampleItems.packages)).json();
    const expectedIds: string[] = [];
    for (const status of paymentStatuses) {
      const id = await insertLead(db, monthsAgo(13));
      await insertPayment(db, id, onboardingPackage.id, status);
      if (paidStatuses.includes(status)) expectedIds.push(id);
    }
    await insertLead(db, monthsAgo(13));
    await purgeExpiredLeads(db, leadHooks);
    expect(await listLeadIds(db)).toEqual(expectedIds.sort());
  });
});
