import { describe, expect, test } from 'vitest';
import { leadHooks } from '../../src/app/feature-hooks.server';
import { purgeExpiredLeads } from '../../src/leads/privacy/retention.server';
import { expireLeads } from '../support/expire-leads';
import { createPaymentSite } from '../support/payment-site';
import { cal, calendly, callStart, createProviderSite, inviteeUri } from '../support/provider-site';
import { sampleLead } from '../support/samples';
import { createSchedulingSite, pickSlot } from '../support/scheduling-site';
import type { TestSite } from '../support/test-app';

type Site = Pick<TestSite, 'admin' | 'db'>;

interface Entry {
  subject: string;
  action: string;
  by: string | null;
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
}

/** Reads a lead's history, oldest entry first. */
const readHistory = async ({ admin }: Site, leadId: string): Promise<Entry[]> =>
  (await admin('GET', `/api/leads/${leadId}/history?limit=100`)).json().toReversed();

/** Reads status and refunded amount of each payment entry, oldest first. */
async function readPaymentEntries(site: Site, leadId: string) {
  const entries = (await readHistory(site, leadId)).filter(
    (one) => one.subject === 'lead-payments',
  );
  return entries.map(({ after }) => [after?.status, after?.refundedAmount]);
}

/** Reads event, start time and user of each call entry, oldest first. */
async function readCallEntries(site: Site, leadId: string) {
  const entries = (await readHistory(site, leadId)).filter((one) => one.subject === 'lead-calls');
  return entries.map(({ by, after }) => [after?.what, after?.start, by]);
}

/** Lists what the audit log still has about leads. */
const readAuditRows = async ({ db }: Site) =>
  (await db.selectFrom('audit').select(['subject', 'action']).execute()).filter(({ subject }) =>
    subject.startsWith('lead'),
  );

describe('payment events in the lead history', () => {
  test('are recorded from the start of a payment to its refund, with amount and package', async () => {
    const site = await createPaymentSite();
    const { beginPayment, stripe, sendWebhook, start, ids } = site;
    const id = await beginPayment();
    await start();
    stripe.decline(id);
    await sendWebhook(stripe.event('payment_intent.payment_failed', id));
    stripe.pay(id);
    await sendWebhook(stripe.event('payment_intent.succeeded', id));
    stripe.refund(id, 30_000);
    await sendWebhook(stripe.event('charge.refunded', id));
    stripe.refund(id);
    await sendWebhook(stripe.event('charge.refunded', id));
    expect(await readPaymentEntries(site, ids.leadId)).toEqual([
      ['pending', 0],
      ['failed', 0],
      ['succeeded', 0],
      ['succeeded', 30_000],
      ['refunded', 100_000],
    ]);
    expect((await readHistory(site, ids.leadId))[2]).toMatchObject({
      subject: 'lead-payments',
      by: null,
      before: null,
      after: { packageName: 'Full PM', amount: 100_000 },
    });
  });

  test('are recorded as paid and then refunded when the refund webhook arrives first', async () => {
    const site = await createPaymentSite();
    const { pay, stripe, sendWebhook, ids } = site;
    const id = await pay();
    const paid = stripe.event('payment_intent.succeeded', id);
    stripe.refund(id);
    await sendWebhook(stripe.event('charge.refunded', id));
    await sendWebhook(paid);
    expect(await readPaymentEntries(site, ids.leadId)).toEqual([
      ['pending', 0],
      ['succeeded', 0],
      ['refunded', 100_000],
    ]);
  });

  test('are recorded as canceled when Stripe cancels the payment or its package is deleted', async () => {
    const site = await createPaymentSite();
    const { beginPayment, stripe, sendWebhook, start, admin, ids } = site;
    const id = await beginPayment();
    Object.assign(stripe.only(), { status: 'canceled' });
    await sendWebhook(stripe.event('payment_intent.canceled', id));
    await start();
    expect((await admin('DELETE', `/api/packages/${ids.packageId}`)).statusCode).toBe(204);
    const statuses = (await readPaymentEntries(site, ids.leadId)).map(([status]) => status);
    expect(statuses).toEqual(['pending', 'canceled', 'pending', 'canceled']);
  });

  test('are deleted with the lead', async () => {
    const site = await createPaymentSite();
    await site.beginPayment();
    expect((await site.admin('DELETE', `/api/leads/${site.ids.leadId}`)).statusCode).toBe(204);
    await site.db.updateTable('leads').set({ deletedAt: '2020-01-01T00:00:00.000Z' }).execute();
    await purgeExpiredLeads(site.db, leadHooks, 24);
    expect(await readAuditRows(site)).toEqual([{ subject: 'leads', action: 'deleted' }]);
  });
});

describe('call events in the lead history', () => {
  test('are recorded when the visitor books, reschedules and cancels, next to the change of the lead', async () => {
    const site = await createSchedulingSite();
    const { visitor, slots, book, post } = site;
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    const free = await slots();
    const key = { 'idempotency-key': 'one-form-1' };
    const { token } = (await book(pickSlot(free), { leadId: id }, key)).json();
    await book(pickSlot(free), { leadId: id }, key);
    await post('reschedule', { token, start: pickSlot(free, 60) });
    await post('cancel', { token });
    await post('cancel', { token });
    expect(await readCallEntries(site, id)).toEqual([
      ['booked', pickSlot(free), null],
      ['rescheduled', pickSlot(free, 60), null],
      ['canceled', pickSlot(free, 60), null],
    ]);
    expect((await readHistory(site, id)).map(({ subject }) => subject)).toEqual([
      'lead-calls',
      'leads',
      'lead-calls',
      'lead-calls',
    ]);
  });

  test('name the admin when the admin changed the call', async () => {
    const site = await createSchedulingSite();
    const { slots, book, admin, leads } = site;
    const start = pickSlot(await slots());
    const { id } = (await book(start)).json();
    for (const status of ['no_show', 'booked', 'canceled']) {
      await admin('PATCH', `/api/scheduling/bookings/${id}`, { status });
    }
    const [lead] = await leads();
    expect(await readCallEntries(site, lead.id)).toEqual([
      ['booked', start, null],
      ['no_show', start, 'admin'],
      ['came', start, 'admin'],
      ['canceled', start, 'admin'],
    ]);
  });

  test('are recorded once when provider webhooks arrive repeatedly and out of order', async () => {
    const site = await createProviderSite();
    const { lead, fromCalendly, visitor } = site;
    const leadId = await lead();
    const report = { provider: 'calendly', externalId: inviteeUri('a'), leadId };
    await visitor('POST', '/api/scheduling/confirmations', report);
    expect(await readCallEntries(site, leadId)).toEqual([]);
    const created = calendly('invitee.created', 'a');
    await Promise.all([fromCalendly(created), fromCalendly(created)]);
    await fromCalendly(created);
    await visitor('POST', '/api/scheduling/confirmations', report);
    // Rescheduled: the webhook about the new booking arrives before the cancellation of the old one.
    const at = '2031-03-02T10:00:00Z';
    const old = inviteeUri('a');
    await fromCalendly(calendly('invitee.created', 'b', { old_invitee: old }, at));
    await fromCalendly(calendly('invitee.canceled', 'a', { rescheduled: true }, at));
    await fromCalendly(calendly('invitee.canceled', 'b', {}, '2031-03-03T10:00:00Z'));
    expect(await readCallEntries(site, leadId)).toEqual([
      ['booked', callStart, null],
      ['rescheduled', callStart, null],
      ['canceled', callStart, null],
    ]);
  });

  test('include a call booked before the lead existed, once the admin confirms the person', async () => {
    const site = await createProviderSite();
    await site.fromCal(cal('BOOKING_CREATED', {}));
    const leadId = await site.lead();
    expect(await readCallEntries(site, leadId)).toEqual([]);
    expect(await site.fetchLeadStatus()).toBe('new');
    const [booking] = await site.bookings();
    expect(booking).toMatchObject({ leadId });
    await site.admin('POST', `/api/scheduling/bookings/${booking?.id}/confirm-person`);
    expect(await readCallEntries(site, leadId)).toEqual([['booked', callStart, 'admin']]);
  });

  test('are deleted with the lead, by hand or by the retention job', async () => {
    const site = await createSchedulingSite();
    const { slots, book, leads, admin, db } = site;
    const free = await slots();
    await book(pickSlot(free));
    const [lead] = await leads();
    await admin('DELETE', `/api/leads/${lead.id}`);
    // The deleted lead's call still takes its time.
    expect((await book(pickSlot(free, 60))).statusCode).toBe(201);
    await expireLeads(db);
    await purgeExpiredLeads(db, leadHooks, 24);
    expect(await readAuditRows(site)).toEqual([
      { subject: 'leads', action: 'deleted' },
      { subject: 'leads', action: 'deleted' },
    ]);
  });
});
