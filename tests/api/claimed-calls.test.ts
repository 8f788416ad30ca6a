import { describe, expect, test } from 'vitest';
import type { Lead } from '../../src/leads/contract';
import { createMailSite, owner } from '../support/mail-site';
import { createWaitingSite } from '../support/own-call-site';
import { calendly, createProviderSite, inviteeUri } from '../support/provider-site';
import { sampleLead } from '../support/samples';
import { createSchedulingSite, pickSlot } from '../support/scheduling-site';
import { startWebhookReceiver } from '../support/webhook-receiver';
import { allowedReceivers, withWebhooks } from '../support/webhook-site';

describe("a call that somebody else books with a lead's email", () => {
  async function createSiteWithClaim() {
    const site = await createSchedulingSite();
    const { id: leadId } = (await site.visitor('POST', '/api/leads', sampleLead)).json();
    const person = { name: 'A Stranger', email: sampleLead.email.toUpperCase() };
    const booked = await site.book(pickSlot(await site.slots()), person);
    expect(booked.statusCode).toBe(201);
    const readCalls = async () => (await site.admin('GET', `/api/leads/${leadId}/bookings`)).json();
    const readHistory = async () =>
      (await site.admin('GET', `/api/leads/${leadId}/history`)).json();
    return { ...site, leadId, call: booked.json(), readCalls, readHistory };
  }

  test('does not change the lead, also when it is moved and canceled, and is listed as unconfirmed under the name that booked it', async () => {
    const { leads, admin, leadId, readCalls, readHistory, post, slots, call } =
      await createSiteWithClaim();
    const detail = (await admin('GET', `/api/leads/${leadId}`)).json();
    expect(detail).toMatchObject({ status: 'new', bookings: [{ personConfirmed: false }] });
    expect(await leads()).toMatchObject([{ status: 'new', contactName: sampleLead.contactName }]);
    expect(await readCalls()).toMatchObject([
      { status: 'booked', name: 'A Stranger', personConfirmed: false },
    ]);
    await post('reschedule', { token: call.token, start: pickSlot(await slots(), 60) });
    await post('cancel', { token: call.token });
    expect(await leads()).toMatchObject([{ status: 'new' }]);
    expect(await readHistory()).toEqual([]);
  });

  test('sets the lead to discovery_call when the admin confirms the person, and not again when repeated', async () => {
    const { leads, admin, readCalls, call, readHistory, leadId } = await createSiteWithClaim();
    const url = `/api/scheduling/bookings/${call.id}/confirm-person`;
    const confirmed = await admin('POST', url);
    expect(confirmed.json()).toMatchObject({
      id: call.id,
      personConfirmed: true,
      leadStatus: 'discovery_call',
    });
    expect(await leads()).toMatchObject([{ status: 'discovery_call' }]);
    expect(await readCalls()).toMatchObject([{ personConfirmed: true }]);
    expect(await readHistory()).toHaveLength(2);
    await admin('PATCH', `/api/leads/${leadId}`, { status: 'contacted' });
    expect((await admin('POST', url)).json()).toMatchObject({ leadStatus: 'contacted' });
    expect(await leads()).toMatchObject([{ status: 'contacted' }]);
    expect((await admin('POST', '/api/scheduling/bookings/none/confirm-person')).statusCode).toBe(
      404,
    );
  });

  test('gets a lead of its own when the admin says that it is somebody else', async () => {
    const { admin, readCalls, call, leadId, readHistory } = await createSiteWithClaim();
    const url = `/api/scheduling/bookings/${call.id}/reject-person`;
    const rejected = (await admin('POST', url)).json();
    expect(rejected).toMatchObject({ id: call.id, name: 'A Stranger', personConfirmed: true });
    expect(rejected.leadId).not.toBe(leadId);
    const own = (await admin('GET', `/api/leads/${rejected.leadId}`)).json();
    expect(own).toMatchObject({ contactName: 'A Stranger', status: 'discovery_call' });
    expect(own.timeline).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ kind: 'call', by: 'admin' })]),
    );
    expect(await readCalls()).toEqual([]);
    expect(await readHistory()).toEqual([]);
    expect((await admin('POST', url)).statusCode).toBe(409);
    expect((await admin('GET', '/api/leads')).json()).toHaveLength(2);
  });
});

describe('POST /api/scheduling/bookings/{id}/reject-person', () => {
  test('moves the deliveries about the call to its own lead, and marks the leads as unrelated', async () => {
    const site = await createSchedulingSite();
    const { id: leadId } = (await site.visitor('POST', '/api/leads', sampleLead)).json();
    const { id } = (await site.book(pickSlot(await site.slots()))).json();
    const countDeliveries = async (lead: string) => {
      const { timeline } = (await site.admin('GET', `/api/leads/${lead}`)).json();
      return timeline.filter(
        ({ kind, after }: { kind: string; after: { kind: string } }) =>
          kind === 'delivery' && after.kind.startsWith('call-'),
      ).length;
    };
    const count = await countDeliveries(leadId);
    expect(count).toBeGreaterThan(0);
    const rejected = await site.admin('POST', `/api/scheduling/bookings/${id}/reject-person`);
    const ownId = rejected.json().leadId;
    expect([await countDeliveries(leadId), await countDeliveries(ownId)]).toEqual([0, count]);
    const lead = (await site.admin('GET', `/api/leads/${leadId}`)).json();
    expect(lead).toMatchObject({ related: [], unrelated: [ownId] });
  });

  test('moves what webhooks got about the call, which is erased with its own lead', async () => {
    const site = withWebhooks(await createSchedulingSite({}, allowedReceivers));
    const receiver = await startWebhookReceiver();
    const webhook = await site.addWebhook(receiver.url, { events: ['call.booked'] });
    await site.visitor('POST', '/api/leads', sampleLead);
    const { id } = (await site.book(pickSlot(await site.slots()))).json();
    await expect.poll(() => site.listAttempts(webhook.id)).toHaveLength(1);
    const rejected = await site.admin('POST', `/api/scheduling/bookings/${id}/reject-person`);
    const attempts = await site.db.selectFrom('webhookAttempts').select('leadId').execute();
    expect(attempts).toEqual([{ leadId: rejected.json().leadId }]);
  });

  test('keeps what the owner wrote in an email that waits, also the ID of the lead', async () => {
    const site = await createWaitingSite();
    const { id } = (await site.book(pickSlot(await site.slots()))).json();
    const message = `Your reference is ${site.leadId}.`;
    await site.change(id, { start: pickSlot(await site.slots(), 60), message });
    const rejected = await site.admin('POST', `/api/scheduling/bookings/${id}/reject-person`);
    const { leadId } = rejected.json();
    await site.sendMails();
    expect((await site.findMail(sampleLead.email, 'has moved'))?.text).toContain(message);
    const notification = await site.findMail(owner, 'Call moved');
    expect(notification?.text).toContain(`/admin/leads/${leadId}`);
  });

  test.each([
    ['gives the call’s lead the source that its browser reported', { landing: '/schedule' }],
    ['does not give the call’s lead the source of the other lead', undefined],
  ])('%s', async (_, touch) => {
    const { visitor, admin, slots, book } = await createSchedulingSite();
    const toAttribution = (one: object) => {
      const at = '2026-03-18T09:00:00.000Z';
      return { first: { at, ...one }, last: { at, ...one } };
    };
    await visitor('POST', '/api/leads', {
      ...sampleLead,
      attribution: toAttribution({ landing: '/talent', referrer: 'google.com' }),
    });
    const attribution = touch && toAttribution(touch);
    const { id } = (await book(pickSlot(await slots()), { attribution })).json();
    const rejected = await admin('POST', `/api/scheduling/bookings/${id}/reject-person`);
    const { leadId } = rejected.json();
    const own = (await admin('GET', `/api/leads/${leadId}`)).json();
    expect(rejected.json().attribution).toEqual(attribution ?? null);
    expect(own.attribution).toEqual(attribution ?? null);
  });

  test('moves the bookings that the call replaced at the provider, which get no leads', async () => {
    const { fromCalendly, lead, bookings, admin } = await createProviderSite();
    const leadId = await lead();
    await fromCalendly(calendly('invitee.created', 'old'));
    await fromCalendly(calendly('invitee.created', 'new', { old_invitee: inviteeUri('old') }));
    const rows = await bookings();
    const findId = (status: string) => rows.find((row) => row.status === status)?.id;
    const reject = (id: string | undefined) =>
      admin('POST', `/api/scheduling/bookings/${id}/reject-person`);
    expect((await reject(findId('rescheduled'))).statusCode).toBe(409);
    const ownId = (await reject(findId('booked'))).json().leadId;
    expect(ownId).not.toBe(leadId);
    expect((await bookings()).map((row) => row.leadId)).toEqual([ownId, ownId]);
    expect((await reject(findId('rescheduled'))).statusCode).toBe(409);
    expect((await admin('GET', '/api/leads')).json()).toHaveLength(2);
  });
});

describe('a call that is booked through the link in the confirmation email', () => {
  test("sets its lead to discovery_call and changes no other lead, even with the other lead's email", async () => {
    const { visitor, slots, book, leads, smtp } = await createMailSite();
    const victim = (await visitor('POST', '/api/leads', sampleLead)).json();
    const email = 'stranger@x.example';
    const stranger = (await visitor('POST', '/api/leads', { ...sampleLead, email })).json();
    const { text } = await smtp.find(({ to }) => to === email);
    const [, leadId] = /\/schedule#lead=([\w-]+)$/m.exec(text) ?? [];
    await book(pickSlot(await slots()), { leadId, email: sampleLead.email });
    const statuses = (await leads()).map(({ id, status }: Record<string, string>) => [id, status]);
    expect(Object.fromEntries(statuses)).toEqual({
      [victim.id]: 'new',
      [stranger.id]: 'discovery_call',
    });
  });
});

describe('a call that was booked at a provider before its lead existed', () => {
  test('is adopted by a lead that is added by hand, unconfirmed', async () => {
    const { admin, fromCalendly, bookings } = await createProviderSite();
    await fromCalendly(calendly('invitee.created', 'a'));
    const ownLead = { companyName: 'Halden', contactName: 'Olga', email: sampleLead.email };
    const lead: Lead = (await admin('POST', '/api/leads/add', ownLead)).json();
    expect(lead.status).toBe('new');
    const [call] = await bookings();
    expect([call?.leadId, Boolean(call?.personConfirmed)]).toEqual([lead.id, false]);
  });
});

describe("a signed provider webhook with a lead's email", () => {
  test("sets the lead to discovery_call when the lead's browser reports the booking after it", async () => {
    const { visitor, fromCalendly, lead, fetchLeadStatus } = await createProviderSite();
    const report = { provider: 'calendly', externalId: inviteeUri('a'), leadId: await lead() };
    await fromCalendly(calendly('invitee.created', 'a'));
    await visitor('POST', '/api/scheduling/confirmations', report);
    expect(await fetchLeadStatus()).toBe('discovery_call');
  });

  test('keeps the person confirmed when it reports a rescheduled booking', async () => {
    const { visitor, fromCalendly, lead, bookings } = await createProviderSite();
    const leadId = await lead();
    const externalId = inviteeUri('old');
    await visitor('POST', '/api/scheduling/confirmations', {
      provider: 'calendly',
      externalId,
      leadId,
    });
    await fromCalendly(calendly('invitee.created', 'old'));
    await fromCalendly(calendly('invitee.created', 'new', { old_invitee: externalId }));
    expect((await bookings()).map((row) => Boolean(row.personConfirmed))).toEqual([true, true]);
  });
});
