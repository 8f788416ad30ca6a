import { describe, expect, test } from 'vitest';
import { paymentSite } from '../payment-site';
import { cal, calendly, inviteeUri, providerSite } from '../provider-site';
import { sampleLead } from '../samples';
import { later, schedulingSite } from '../scheduling-site';
import type { testApp } from '../test-app';

type Site = Pick<Awaited<ReturnType<typeof testApp>>, 'admin' | 'visitor'>;

const from = (source: string) => {
  const touch = {
    at: '2026-03-18T09:12:00.000Z',
    landing: '/talent',
    campaign: { utm_source: source },
  };
  return { first: touch, last: touch };
};

/** Where an enquiry, a call and a payment were counted to have come from. */
async function counted({ admin }: Pick<Site, 'admin'>, step: 'call' | 'payment') {
  const { sources } = (await admin('GET', '/api/funnel/7')).json() as {
    sources: { source: string; counts: Record<string, number> }[];
  };
  return sources.flatMap(({ source, counts }) => (counts[step] ? [[source, counts[step]]] : []));
}

const leadFrom = async ({ visitor }: Pick<Site, 'visitor'>, source: string): Promise<string> =>
  (await visitor('POST', '/api/leads', { ...sampleLead, attribution: from(source) })).json().id;

/** What a browser may say that is no origin. */
const nothingUsable: [string, unknown][] = [
  ['nothing', undefined],
  ['text', 'newsletter'],
  ['an unknown field', { ...from('ads'), third: 1 }],
  ['a long value', from('x'.repeat(201))],
  ['a control character', from('a\u0000b')],
];

describe('a call that is booked here', () => {
  test('comes from where its browser says, whatever the lead came from', async () => {
    const site = await schedulingSite();
    const { slots, book, admin } = site;
    const leadId = await leadFrom(site, 'newsletter');
    await book(later(await slots()), { leadId, attribution: from('ads') });
    const [call] = (await admin('GET', `/api/leads/${leadId}/bookings`)).json();
    expect(call.attribution).toEqual(from('ads'));
    const [coming] = (await admin('GET', '/api/scheduling/bookings')).json();
    expect(coming.attribution).toEqual(from('ads'));
    expect(await counted(site, 'call')).toEqual([['ads', 1]]);
  });

  test.each(nothingUsable)(
    'comes from where its lead came from when its browser says %s',
    async (_, attribution) => {
      const site = await schedulingSite();
      const { slots, book, admin } = site;
      const leadId = await leadFrom(site, 'newsletter');
      expect((await book(later(await slots()), { attribution })).statusCode).toBe(201);
      const [call] = (await admin('GET', `/api/leads/${leadId}/bookings`)).json();
      expect(call.attribution).toEqual(from('newsletter'));
      expect(await counted(site, 'call')).toEqual([['newsletter', 1]]);
    },
  );

  test('tells nobody but the owner', async () => {
    const { slots, book } = await schedulingSite();
    const booked = await book(later(await slots()), { attribution: from('ads') });
    expect(booked.body).not.toContain('utm_source');
  });
});

describe('a call that is booked at a provider', () => {
  const campaign = { utm_source: 'ads', utm_campaign: 'spring', salesforce_uuid: 'x', gclid: '1' };
  const touch = {
    at: '2031-03-01T10:00:00.000Z',
    campaign: { utm_source: 'ads', utm_campaign: 'spring' },
  };

  test.each([
    ['Calendly', 'tracking'],
    ['Cal.com', 'metadata'],
  ])('comes from the campaign that %s tells', async (provider, field) => {
    const site = await providerSite();
    const leadId = await leadFrom(site, 'newsletter');
    const told = { [field]: campaign };
    if (provider === 'Calendly') {
      await site.fromCalendly(calendly('invitee.created', 'a', told));
    } else await site.fromCal(cal('BOOKING_CREATED', told));
    const [call] = (await site.admin('GET', `/api/leads/${leadId}/bookings`)).json();
    expect(call.attribution).toEqual({ first: touch, last: touch });
    expect(await counted(site, 'call')).toEqual([['ads', 1]]);
  });

  test('that tells of none comes from where its lead came from', async () => {
    const site = await providerSite();
    const leadId = await leadFrom(site, 'newsletter');
    await site.fromCalendly(calendly('invitee.created', 'a'));
    const [call] = (await site.admin('GET', `/api/leads/${leadId}/bookings`)).json();
    expect(call.attribution).toEqual(from('newsletter'));
    expect(await counted(site, 'call')).toEqual([['newsletter', 1]]);
  });

  test.each([
    ['a number', { utm_source: 7 }],
    ['nothing', { utm_source: '', utm_medium: null }],
    ['a list', ['utm_source']],
    ['text', 'utm_source=ads'],
  ])('is stored also when the campaign is %s', async (_, tracking) => {
    const site = await providerSite();
    expect(
      (await site.fromCalendly(calendly('invitee.created', 'a', { tracking }))).statusCode,
    ).toBe(204);
    expect(await site.bookings()).toMatchObject([{ attribution: null, status: 'booked' }]);
    expect(await counted(site, 'call')).toEqual([['direct', 1]]);
  });

  test('comes from where its browser said when it heard of it first', async () => {
    const site = await providerSite();
    const report = {
      provider: 'calendly',
      externalId: inviteeUri('a'),
      attribution: from('flyer'),
    };
    await site.visitor('POST', '/api/scheduling/confirmations', report);
    await site.fromCalendly(calendly('invitee.created', 'a', { tracking: campaign }));
    const [call] = (await site.admin('GET', '/api/scheduling/bookings')).json();
    expect(call).toMatchObject({ attribution: from('flyer'), verified: true });
    expect(await counted(site, 'call')).toEqual([['flyer', 1]]);
  });

  test('and joined to its lead later gets what is known of the lead', async () => {
    const site = await providerSite();
    await site.fromCalendly(calendly('invitee.created', 'a'));
    const leadId = await leadFrom(site, 'newsletter');
    const [call] = (await site.admin('GET', `/api/leads/${leadId}/bookings`)).json();
    expect(call.attribution).toEqual(from('newsletter'));
  });
});

describe('a payment', () => {
  const paymentOf = async ({ admin }: Pick<Site, 'admin'>, leadId: string) =>
    (await admin('GET', `/api/leads/${leadId}/payments`)).json()[0];

  test('comes from where its browser says, and is counted so', async () => {
    const site = await paymentSite();
    const { start, stripe, hook, ids } = site;
    await start({ ...ids, attribution: from('ads') });
    const { id } = stripe.only();
    stripe.pay(id);
    await hook(stripe.event('payment_intent.succeeded', id));
    expect((await paymentOf(site, ids.leadId)).attribution).toEqual(from('ads'));
    expect(await counted(site, 'payment')).toEqual([['ads', 1]]);
    expect(JSON.stringify(stripe.calls)).not.toContain('utm_source');
  });

  test.each(nothingUsable)(
    'comes from where its lead came from when its browser says %s',
    async (_, attribution) => {
      const site = await paymentSite();
      const leadId = await leadFrom(site, 'newsletter');
      const started = await site.start({ ...site.ids, leadId, attribution });
      expect(started.statusCode).toBe(200);
      expect((await paymentOf(site, leadId)).attribution).toEqual(from('newsletter'));
    },
  );
});
