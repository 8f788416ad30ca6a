import { describe, expect, test } from 'vitest';
import { createPaymentSite } from '../support/payment-site';
import { cal, calendly, createProviderSite, inviteeUri } from '../support/provider-site';
import { sampleLead } from '../support/samples';
import { createSchedulingSite, pickSlot } from '../support/scheduling-site';
import type { TestSite } from '../support/test-app';

type Site = Pick<TestSite, 'admin' | 'visitor'>;

const attributionFrom = (source: string) => {
  const touch = {
    at: '2026-03-18T09:12:00.000Z',
    landing: '/talent',
    campaign: { utm_source: source },
  };
  return { first: touch, last: touch };
};

/** Returns the sources that the funnel report counts for a step, with their numbers. */
async function readSources({ admin }: Pick<Site, 'admin'>, step: 'call' | 'payment') {
  const { sources } = (await admin('GET', '/api/funnel/7')).json() as {
    sources: { source: string; counts: Record<string, number> }[];
  };
  return sources.flatMap(({ source, counts }) => (counts[step] ? [[source, counts[step]]] : []));
}

async function createLeadFrom(
  { visitor }: Pick<Site, 'visitor'>,
  source: string,
  email = sampleLead.email,
): Promise<string> {
  const lead = { ...sampleLead, email, attribution: attributionFrom(source) };
  return (await visitor('POST', '/api/leads', lead)).json().id;
}

/** Attributions that the server must ignore. */
const invalidAttributions: unknown[] = [
  undefined,
  'newsletter',
  { ...attributionFrom('ads'), third: 1 },
  attributionFrom('x'.repeat(201)),
  attributionFrom('a\u0000b'),
];

describe('attribution of a call booked on the site', () => {
  test('is the one that the browser sends, even if the lead has another, and is not in the response', async () => {
    const site = await createSchedulingSite();
    const { slots, book, admin } = site;
    const leadId = await createLeadFrom(site, 'newsletter');
    const attribution = attributionFrom('ads');
    const booked = await book(pickSlot(await slots()), { leadId, attribution });
    expect(booked.body).not.toContain('utm_source');
    const [call] = (await admin('GET', `/api/leads/${leadId}/bookings`)).json();
    expect(call.attribution).toEqual(attribution);
    const [upcomingCall] = (await admin('GET', '/api/scheduling/bookings')).json();
    expect(upcomingCall.attribution).toEqual(attribution);
    expect(await readSources(site, 'call')).toEqual([['ads', 1]]);
  });

  test('is that of the lead when the browser sends none, or an invalid one', async () => {
    const site = await createSchedulingSite();
    const { slots, book, admin } = site;
    for (const [index, attribution] of invalidAttributions.entries()) {
      const email = `caller${index}@x.example`;
      const leadId = await createLeadFrom(site, 'newsletter', email);
      const booked = await book(pickSlot(await slots()), { email, attribution });
      expect(booked.statusCode, booked.body).toBe(201);
      const [call] = (await admin('GET', `/api/leads/${leadId}/bookings`)).json();
      expect(call.attribution).toEqual(attributionFrom('newsletter'));
    }
    const count = invalidAttributions.length;
    expect(await readSources(site, 'call')).toEqual([['newsletter', count]]);
  });
});

describe('attribution of a call booked at a provider', () => {
  const campaign = { utm_source: 'ads', utm_campaign: 'spring', salesforce_uuid: 'x', gclid: '1' };
  const touch = {
    at: '2031-03-01T10:00:00.000Z',
    campaign: { utm_source: 'ads', utm_campaign: 'spring' },
  };

  test.each([
    ['Calendly', 'tracking'],
    ['Cal.com', 'metadata'],
  ])('is the campaign that %s sends', async (provider, field) => {
    const site = await createProviderSite();
    const leadId = await createLeadFrom(site, 'newsletter');
    const tracking = { [field]: campaign };
    if (provider === 'Calendly') {
      await site.fromCalendly(calendly('invitee.created', 'a', tracking));
    } else await site.fromCal(cal('BOOKING_CREATED', tracking));
    const [call] = (await site.admin('GET', `/api/leads/${leadId}/bookings`)).json();
    expect(call.attribution).toEqual({ first: touch, last: touch });
    expect(await readSources(site, 'call')).toEqual([['ads', 1]]);
  });

  test('is that of the lead when the provider sends no campaign', async () => {
    const site = await createProviderSite();
    const leadId = await createLeadFrom(site, 'newsletter');
    await site.fromCalendly(calendly('invitee.created', 'a'));
    const [call] = (await site.admin('GET', `/api/leads/${leadId}/bookings`)).json();
    expect(call.attribution).toEqual(attributionFrom('newsletter'));
    expect(await readSources(site, 'call')).toEqual([['newsletter', 1]]);
  });

  test('is null, and the call is still stored, when the campaign is not valid', async () => {
    const site = await createProviderSite();
    const campaigns = [
      { utm_source: 7 },
      { utm_source: '', utm_medium: null },
      ['utm_source'],
      'utm_source=ads',
    ];
    for (const [index, tracking] of campaigns.entries()) {
      const message = calendly('invitee.created', `invitee-${index}`, { tracking });
      expect((await site.fromCalendly(message)).statusCode).toBe(204);
    }
    expect(await site.bookings()).toMatchObject(
      campaigns.map(() => ({ attribution: null, status: 'booked' })),
    );
    expect(await readSources(site, 'call')).toEqual([['direct', campaigns.length]]);
  });

  test('is the one that the browser reported before the webhook arrived', async () => {
    const site = await createProviderSite();
    const report = {
      provider: 'calendly',
      externalId: inviteeUri('a'),
      attribution: attributionFrom('flyer'),
    };
    await site.visitor('POST', '/api/scheduling/confirmations', report);
    await site.fromCalendly(calendly('invitee.created', 'a', { tracking: campaign }));
    const [call] = (await site.admin('GET', '/api/scheduling/bookings')).json();
    expect(call).toMatchObject({ attribution: attributionFrom('flyer'), verified: true });
    expect(await readSources(site, 'call')).toEqual([['flyer', 1]]);
  });

  test('is that of the lead when the lead arrives after the call', async () => {
    const site = await createProviderSite();
    await site.fromCalendly(calendly('invitee.created', 'a'));
    const leadId = await createLeadFrom(site, 'newsletter');
    const [call] = (await site.admin('GET', `/api/leads/${leadId}/bookings`)).json();
    expect(call.attribution).toEqual(attributionFrom('newsletter'));
  });
});

describe('attribution of a payment', () => {
  const readPayment = async ({ admin }: Pick<Site, 'admin'>, leadId: string) =>
    (await admin('GET', `/api/leads/${leadId}/payments`)).json()[0];

  test('is the one that the browser sends, is counted in the funnel and is not sent to Stripe', async () => {
    const site = await createPaymentSite();
    const { start, stripe, sendWebhook, ids } = site;
    await start({ ...ids, attribution: attributionFrom('ads') });
    const { id } = stripe.only();
    stripe.pay(id);
    await sendWebhook(stripe.event('payment_intent.succeeded', id));
    expect((await readPayment(site, ids.leadId)).attribution).toEqual(attributionFrom('ads'));
    expect(await readSources(site, 'payment')).toEqual([['ads', 1]]);
    expect(JSON.stringify(stripe.calls)).not.toContain('utm_source');
  });

  test('is that of the lead when the browser sends none, or an invalid one', async () => {
    const site = await createPaymentSite();
    for (const attribution of invalidAttributions) {
      const leadId = await createLeadFrom(site, 'newsletter');
      const started = await site.start({ ...site.ids, leadId, attribution });
      expect(started.statusCode).toBe(200);
      expect((await readPayment(site, leadId)).attribution).toEqual(attributionFrom('newsletter'));
    }
  });
});
