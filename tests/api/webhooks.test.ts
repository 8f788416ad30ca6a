import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import type { Lead } from '../../src/leads/contract';
import { serve } from '../support/http-server';
import { createPaymentSite } from '../support/payment-site';
import { sampleLead } from '../support/samples';
import { caller, createSchedulingSite, pickSlot } from '../support/scheduling-site';
import { createTestApp, shortTimings } from '../support/test-app';
import { startWebhookReceiver } from '../support/webhook-receiver';
import {
  allowedReceivers,
  createReceivingSite,
  createWebhookSite,
  withWebhooks,
} from '../support/webhook-site';

describe('webhooks', () => {
  test('send an inquiry, signed as Standard Webhooks', async () => {
    const { visitor, waitForStatus, receiver, id, secret } = await createReceivingSite();
    const lead = (await visitor('POST', '/api/leads', sampleLead)).json();
    const [message] = await receiver.waitFor(1);
    const headers = message?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(message?.body ?? '', headers)).toMatchObject({
      type: 'lead.created',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: {
        id: lead.id,
        companyName: sampleLead.companyName,
        email: sampleLead.email,
        url: `https://crew.example/admin/leads/${lead.id}`,
      },
    });
    const delivery = await waitForStatus(lead.id, 'lead-created-webhook', 'sent');
    expect(delivery).toMatchObject({ id: headers['webhook-id'], target: id, answer: '200 ok' });
  });

  test('each receive an inquiry once, with a message ID of their own', async () => {
    const { addWebhook, visitor, waitForStatus } = await createWebhookSite();
    const receivers = await Promise.all([startWebhookReceiver(), startWebhookReceiver()]);
    for (const { url } of receivers) await addWebhook(url);
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    const ids = await Promise.all(
      receivers.map(async (receiver) => (await receiver.waitFor(1))[0]?.headers['webhook-id']),
    );
    await waitForStatus(id, 'lead-created-webhook', 'sent');
    expect(new Set(ids).size).toBe(2);
    expect(receivers.map(({ received }) => received.length)).toEqual([1, 1]);
  });

  test('receive an inquiry once their receiver, which failed and hung before, responds', async () => {
    const { visitor, waitForStatus, listAttempts, receiver, id } = await createReceivingSite();
    receiver.react({ status: 500, body: 'try later' });
    const lead = (await visitor('POST', '/api/leads', sampleLead)).json();
    await receiver.waitFor(2);
    receiver.react('accept');
    await waitForStatus(lead.id, 'lead-created-webhook', 'sent');
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    const attempts = await listAttempts(id);
    expect(attempts.at(0)).toMatchObject({ isOk: true, status: 200, leadId: lead.id });
    expect(attempts.at(-1)).toMatchObject({
      isOk: false,
      status: 500,
      answer: 'try later',
      summary: `New lead, ${sampleLead.companyName}`,
    });
  });

  test('are sent again on request after a receiver was down for a day', async () => {
    const { admin, visitor, waitForStatus, db, receiver } = await createReceivingSite();
    receiver.react({ status: 404 });
    const lead = (await visitor('POST', '/api/leads', sampleLead)).json();
    await receiver.waitFor(1);
    const yesterday = new Date(Date.now() - 25 * 3_600_000).toISOString();
    await db.updateTable('outbox').set({ createdAt: yesterday }).execute();
    const failed = await waitForStatus(lead.id, 'lead-created-webhook', 'failed');
    expect(failed?.lastError).toBe('127.0.0.1 responded with 404: no');
    receiver.react('accept');
    expect((await admin('POST', `/api/deliveries/${failed?.id}/retry`)).statusCode).toBe(200);
    await waitForStatus(lead.id, 'lead-created-webhook', 'sent');
  });

  test('are not delayed by a mail server and another webhook that hang', async () => {
    const smtp = await serve(() => {});
    const site = withWebhooks(
      await createTestApp(
        {
          ...allowedReceivers,
          SMTP_URL: smtp.origin.replace('http', 'smtp'),
          NOTIFY_EMAIL: 'owner@crew.example',
        },
        shortTimings,
      ),
    );
    const hanging = await startWebhookReceiver();
    hanging.react('hang');
    await site.addWebhook(hanging.url);
    const receiver = await startWebhookReceiver();
    await site.addWebhook(receiver.url);
    for (let index = 0; index < 30; index += 1) {
      await site.visitor('POST', '/api/leads', { ...sampleLead, email: `a${index}@b.example` });
    }
    await receiver.waitFor(30);
    expect(hanging.received.length).toBeLessThanOrEqual(4);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(30);
    // The app, which is closed before its mail server, would wait for the time limit of an email.
    await smtp.close();
  });

  test('receive nothing about spam until it is marked as not spam', async () => {
    const { admin, visitor, receiver } = await createReceivingSite({
      events: ['lead.created', 'lead.updated'],
    });
    const spam = { ...sampleLead, website: 'https://spam.example' };
    const { id } = (await visitor('POST', '/api/leads', spam)).json();
    await admin('PATCH', `/api/leads/${id}`, { status: 'contacted' });
    await admin('POST', `/api/leads/${id}/not-spam`);
    const [message] = await receiver.waitFor(1);
    expect(JSON.parse(message?.body ?? '')).toMatchObject({ type: 'lead.created', data: { id } });
  });

  test('receive the changes of a lead', async () => {
    const { admin, visitor, receiver } = await createReceivingSite({ events: ['lead.updated'] });
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    await admin('PATCH', `/api/leads/${id}`, { status: 'proposal_sent', industry: 'Fitness' });
    const [message] = await receiver.waitFor(1);
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      type: 'lead.updated',
      data: { id, status: 'proposal_sent', changed: ['industry', 'status'] },
    });
  });

  test('receive a call that is booked, moved and canceled', async () => {
    const site = withWebhooks(await createSchedulingSite({}, allowedReceivers));
    const receiver = await startWebhookReceiver();
    await site.addWebhook(receiver.url, { events: ['call.booked', 'call.canceled'] });
    const free = await site.slots();
    const { token, id } = (await site.book(pickSlot(free))).json();
    await receiver.waitFor(1);
    await site.post('reschedule', { token, start: pickSlot(free, 60) });
    await receiver.waitFor(2);
    await site.post('cancel', { token });
    const messages = (await receiver.waitFor(3)).map(({ body }) => JSON.parse(body));
    expect(messages.map(({ type, data }) => [type, data.id, data.isRescheduled])).toEqual([
      ['call.booked', id, false],
      ['call.booked', id, true],
      ['call.canceled', id, false],
    ]);
    expect(messages[0].data).toMatchObject({ email: caller.email, start: pickSlot(free) });
  });

  test('receive a payment', async () => {
    const site = withWebhooks(await createPaymentSite(allowedReceivers));
    const receiver = await startWebhookReceiver();
    await site.addWebhook(receiver.url, { events: ['payment.succeeded'] });
    const id = await site.pay();
    await site.verify(id);
    const [message] = await receiver.waitFor(1);
    expect(JSON.parse(message?.body ?? '')).toMatchObject({
      type: 'payment.succeeded',
      data: {
        leadId: site.ids.leadId,
        email: sampleLead.email,
        packageName: 'Full PM',
        amount: 100_000,
        currency: 'usd',
        status: 'succeeded',
        paymentIntentId: id,
        url: `https://crew.example/admin/leads/${site.ids.leadId}`,
      },
    });
  });

  test('receive a test message, which stores no lead', async () => {
    const { admin, receiver, id, secret } = await createReceivingSite();
    const outcome = (await admin('POST', `/api/webhooks/${id}/test`)).json();
    expect(outcome).toMatchObject({ success: true, message: expect.stringContaining('200') });
    const [message] = receiver.received;
    const headers = message?.headers as Record<string, string>;
    expect(new Webhook(secret).verify(message?.body ?? '', headers)).toMatchObject({
      data: { test: true },
    });
    expect((await admin('GET', '/api/leads')).json()).toEqual([]);
    const [listed] = (await admin('GET', '/api/webhooks')).json();
    expect(listed).toMatchObject({ recent: [true], failingSince: null });
  });

  test('log the last 100 attempts', async () => {
    const { admin, listAttempts, db, id } = await createReceivingSite();
    await admin('POST', `/api/webhooks/${id}/test`);
    const attempt = await db.selectFrom('webhookAttempts').selectAll().executeTakeFirstOrThrow();
    const earlier = Array.from({ length: 102 }, (_, index) => ({
      ...attempt,
      id: `00-${index}`,
      createdAt: '2026-01-01T00:00:00.000Z',
    }));
    await db.insertInto('webhookAttempts').values(earlier).execute();
    await admin('POST', `/api/webhooks/${id}/test`);
    expect(await listAttempts(id)).toHaveLength(100);
    expect(await db.selectFrom('webhookAttempts').select('id').execute()).toHaveLength(100);
  });

  test('receive nothing after they are turned off or deleted', async () => {
    const { addWebhook, admin, visitor, listDeliveries } = await createWebhookSite();
    const receiver = await startWebhookReceiver();
    const first = await addWebhook(receiver.url);
    const second = await addWebhook(receiver.url);
    await admin('PATCH', `/api/webhooks/${first.id}`, { isActive: false });
    expect((await admin('DELETE', `/api/webhooks/${second.id}`)).statusCode).toBe(204);
    const lead = (await visitor('POST', '/api/leads', sampleLead)).json();
    const kinds = (await listDeliveries(lead.id)).map(({ kind }) => kind);
    expect(kinds).not.toContain('lead-created-webhook');
    expect(receiver.received).toEqual([]);
  });

  test('lose the logged messages about a lead that is erased', async () => {
    const { admin, visitor, waitForStatus, listAttempts, id } = await createReceivingSite();
    const lead = (await visitor('POST', '/api/leads', sampleLead)).json();
    await waitForStatus(lead.id, 'lead-created-webhook', 'sent');
    expect(await listAttempts(id)).toHaveLength(1);
    await admin('POST', '/api/privacy/erase', { email: sampleLead.email });
    expect(await listAttempts(id)).toEqual([]);
  });

  /** Books a call, whose lead has sent an inquiry before, and leaves its webhook waiting. */
  async function bookWithoutResponse(change: (leadId: string) => object) {
    const site = withWebhooks(await createSchedulingSite({}, allowedReceivers));
    let respond = () => {};
    const receiver = await serve((_, response) => {
      respond = () => response.end('ok');
    });
    await site.addWebhook(receiver.origin, { events: ['call.booked'] });
    const { id: leadId } = (await site.visitor('POST', '/api/leads', sampleLead)).json();
    const call = (await site.book(pickSlot(await site.slots()), change(leadId))).json();
    await expect.poll(receiver.count).toBe(1);
    const finish = async () => {
      respond();
      // Waits for the delivery that is being made.
      await site.app.close();
      return site.db.selectFrom('webhookAttempts').select('leadId').execute();
    };
    return { ...site, leadId, callId: call.id, finish };
  }

  test('log no message that is being sent while its call is erased from another lead', async () => {
    const email = 'x@colleague.example';
    const { admin, finish } = await bookWithoutResponse((leadId) => ({ leadId, email }));
    const report = await admin('POST', '/api/privacy/erase', { email });
    expect(report.json()).toMatchObject({ erasedLeadIds: [], erasedBookings: 1 });
    expect(await finish()).toEqual([]);
  });

  test('log a message with the lead to which its call was moved while it was sent', async () => {
    const { admin, leads, leadId, callId, finish } = await bookWithoutResponse(() => ({}));
    await admin('POST', `/api/scheduling/bookings/${callId}/reject-person`);
    const ids = (await leads()).map(({ id }: Lead) => id);
    expect(ids).toEqual([expect.any(String), leadId]);
    expect(await finish()).toEqual([{ leadId: ids[0] }]);
  });
});
