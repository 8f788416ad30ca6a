import { expect, test } from 'vitest';
import { purgeOldBookings } from '../../src/features/scheduling/booking-retention.server';
import {
  cal,
  calendly,
  providerSecrets as secrets,
  providerSite as site,
  callStart as start,
  inviteeUri as uri,
} from '../provider-site';
import { sampleLead } from '../samples';

test('without their secrets the webhooks are not there', async () => {
  const { fromCalendly, fromCal } = await site({});
  expect((await fromCalendly(calendly('invitee.created', 'a'))).statusCode).toBe(404);
  expect((await fromCal(cal('BOOKING_CREATED', {}))).statusCode).toBe(404);
});

test('a forged, old or missing signature is refused, and nothing is stored', async () => {
  const { fromCalendly, fromCal, raw, bookings } = await site();
  const message = calendly('invitee.created', 'a');
  const refused = [
    await fromCalendly(message, 0, 'guessed'),
    await fromCalendly(message, 600),
    await fromCalendly(message, -600),
    await fromCal(cal('BOOKING_CREATED', {}), 'guessed'),
    await raw('calendly', JSON.stringify(message), {}),
    await raw('calendly', JSON.stringify(message), { 'calendly-webhook-signature': 't=,v1=' }),
    await raw('cal', '{}', { 'x-cal-signature-256': 'zz' }),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 401));
  expect(await bookings()).toEqual([]);
});

test('a message as large as no message is refused before its signature is looked at', async () => {
  const { raw, bookings } = await site();
  for (const provider of ['calendly', 'cal']) {
    const refused = await raw(provider, JSON.stringify('x'.repeat(300 * 1024)), {});
    expect(refused.statusCode).toBe(413);
    expect(refused.json()).toEqual({ code: 'too_large', message: 'The request is too large.' });
  }
  expect(await bookings()).toEqual([]);
});

test('a signed message that can’t be read is said to be so; one of no concern is taken', async () => {
  const { fromCalendly, fromCal, bookings } = await site();
  expect((await fromCalendly({ event: 'invitee.created' })).statusCode).toBe(400);
  expect((await fromCalendly(calendly('routing_form_submission.created', 'a'))).statusCode).toBe(
    204,
  );
  expect((await fromCal({ triggerEvent: 'PING', createdAt: 'x' })).statusCode).toBe(204);
  expect(await bookings()).toEqual([]);
});

test.each(['calendly', 'cal'])(
  'a booking at %s is joined to its lead, and moves it on once the owner confirms',
  async (provider) => {
    const { fromCalendly, fromCal, lead, statusOfLead, admin, bookings } = await site();
    const id = await lead();
    const created =
      provider === 'calendly'
        ? await fromCalendly(calendly('invitee.created', 'a'))
        : await fromCal(cal('BOOKING_CREATED', {}));
    expect(created.statusCode).toBe(204);
    const [row] = await bookings();
    await admin('POST', `/api/scheduling/bookings/${row?.id}/confirm-person`);
    expect(await statusOfLead()).toBe('discovery_call');
    expect((await admin('GET', `/api/leads/${id}/bookings`)).json()).toMatchObject([
      { source: provider, status: 'booked', verified: true, start, name: 'Olga Brenner' },
    ]);
    expect((await admin('GET', '/api/scheduling/bookings')).json()).toHaveLength(1);
  },
);

test('a repeated message changes nothing, not even a lead that the owner has moved back', async () => {
  const { fromCalendly, lead, statusOfLead, admin, bookings } = await site();
  const id = await lead();
  const message = calendly('invitee.created', 'a');
  await Promise.all([fromCalendly(message), fromCalendly(message), fromCalendly(message)]);
  await admin('PATCH', `/api/leads/${id}`, { status: 'contacted' });
  await fromCalendly(message);
  expect(await bookings()).toHaveLength(1);
  expect(await statusOfLead()).toBe('contacted');
});

test('a cancel that comes before its booking leaves it canceled, and the lead where it is', async () => {
  const { fromCalendly, fromCal, lead, statusOfLead, bookings, admin } = await site();
  await lead();
  await fromCalendly(calendly('invitee.canceled', 'a', {}, '2031-03-02T10:00:00Z'));
  await fromCalendly(calendly('invitee.created', 'a'));
  await fromCal(cal('BOOKING_CANCELLED', {}));
  await fromCal(cal('BOOKING_CREATED', {}));
  expect((await bookings()).map(({ status }) => status)).toEqual(['canceled', 'canceled']);
  expect(await statusOfLead()).toBe('new');
  expect((await admin('GET', '/api/scheduling/bookings')).json()).toEqual([]);
});

/** All orders of a list. */
const orders = <T>(list: readonly T[]): T[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((one, index) => orders(list.toSpliced(index, 1)).map((rest) => [one, ...rest]));

const moved = [
  calendly('invitee.created', 'old'),
  calendly('invitee.canceled', 'old', { rescheduled: true }, '2031-03-02T10:00:00Z'),
  calendly('invitee.created', 'new', { old_invitee: uri('old') }, '2031-03-02T10:00:00Z'),
];

test.each(orders([0, 1, 2]))(
  'a moved booking is one coming call, told in the order %s %s %s',
  async (...order) => {
    const { fromCalendly, lead, bookings, admin } = await site();
    await lead();
    for (const index of order) await fromCalendly(moved[index] ?? {});
    const statuses = (await bookings()).map(({ externalId, status }) => [externalId, status]);
    expect(statuses.sort()).toEqual([
      [uri('new'), 'booked'],
      [uri('old'), 'rescheduled'],
    ]);
    expect((await admin('GET', '/api/scheduling/bookings')).json()).toHaveLength(1);
  },
);

test('a booking moved at Cal.com replaces the one before', async () => {
  const { fromCal, bookings } = await site();
  await fromCal(cal('BOOKING_RESCHEDULED', { uid: 'booking-2', rescheduleUid: 'booking-1' }));
  await fromCal(cal('BOOKING_CREATED', {}));
  const statuses = (await bookings()).map(({ externalId, status }) => [externalId, status]);
  expect(statuses.sort()).toEqual([
    ['booking-1', 'rescheduled'],
    ['booking-2', 'booked'],
  ]);
});

test('who did not come is noted, in whatever order it is told and taken back', async () => {
  const { fromCalendly, fromCal, bookings } = await site();
  const mark = (event: string, at: string) =>
    fromCalendly(calendly(event, 'a', { no_show: { uri: 'x' } }, at));
  await mark('invitee_no_show.deleted', '2031-03-20T10:00:00Z');
  await mark('invitee_no_show.created', '2031-03-19T10:00:00Z');
  await fromCalendly(calendly('invitee.created', 'a'));
  expect(await bookings()).toMatchObject([{ status: 'booked' }]);
  await mark('invitee_no_show.created', '2031-03-21T10:00:00Z');
  await fromCal(
    cal('BOOKING_NO_SHOW_UPDATED', {
      uid: undefined,
      bookingUid: 'booking-1',
      attendees: [{ email: sampleLead.email, noShow: true }],
    }),
  );
  expect((await bookings()).map(({ status }) => status)).toEqual(['no_show', 'no_show']);
});

test('a lead that comes after its booking gets it, and stays where it is', async () => {
  const { fromCalendly, lead, statusOfLead, admin } = await site();
  await fromCalendly(calendly('invitee.created', 'a'));
  const id = await lead();
  expect(await statusOfLead()).toBe('new');
  expect((await admin('GET', `/api/leads/${id}/bookings`)).json()).toHaveLength(1);
});

test('a browser’s report is noted as such until the provider says the same', async () => {
  const { visitor, fromCalendly, lead, statusOfLead, bookings } = await site();
  const leadId = await lead();
  const report = { provider: 'calendly', externalId: uri('a'), leadId };
  const send = () => visitor('POST', '/api/scheduling/confirmations', report);
  expect((await send()).statusCode).toBe(204);
  await send();
  expect(await bookings()).toMatchObject([{ leadId, startAt: null, status: 'booked' }]);
  expect((await bookings()).map(({ verified }) => Boolean(verified))).toEqual([false]);
  expect(await statusOfLead()).toBe('new');
  await fromCalendly(calendly('invitee.created', 'a'));
  expect(await bookings()).toMatchObject([{ leadId, startAt: start }]);
  expect((await bookings()).map(({ verified }) => Boolean(verified))).toEqual([true]);
  expect(await statusOfLead()).toBe('discovery_call');
  // What the browser says changes nothing any more.
  await visitor('POST', '/api/scheduling/confirmations', { ...report, start: '2030-01-01' });
  expect(await bookings()).toMatchObject([{ startAt: start }]);
});

test('where no webhook is set up, the report of its own sender moves a lead', async () => {
  const { visitor, lead, statusOfLead } = await site({ SCHEDULING_URL: secrets.SCHEDULING_URL });
  const report = { provider: 'cal', externalId: 'booking-1', start };
  await lead();
  await visitor('POST', '/api/scheduling/confirmations', { ...report, leadId: 'somebody' });
  expect(await statusOfLead()).toBe('new');
});

test('reports are bounded, and refused where the site keeps its own calendar', async () => {
  const own = await site({});
  const report = { provider: 'cal', externalId: 'booking-1' };
  expect((await own.visitor('POST', '/api/scheduling/confirmations', report)).statusCode).toBe(404);
  const { visitor, bookings } = await site({ SCHEDULING_URL: secrets.SCHEDULING_URL });
  const wrong = { ...report, externalId: '<script>' };
  expect((await visitor('POST', '/api/scheduling/confirmations', wrong)).statusCode).toBe(400);
  const codes = [];
  for (let index = 0; index < 102; index += 1) {
    const { statusCode } = await visitor('POST', '/api/scheduling/confirmations', {
      ...report,
      externalId: `booking-${index}`,
    });
    codes.push(statusCode);
  }
  expect(codes.slice(-3)).toEqual([204, 429, 429]);
  expect(await bookings()).toHaveLength(100);
});

test('reports of one booking, again and again, leave room for those of others', async () => {
  const { app, visitor, bookings } = await site({ SCHEDULING_URL: secrets.SCHEDULING_URL });
  const report = (externalId: string, remoteAddress: string) =>
    app.inject({
      method: 'POST',
      url: '/api/scheduling/confirmations',
      payload: { provider: 'cal', externalId },
      remoteAddress,
    });
  for (let index = 0; index < 101; index += 1) {
    const { statusCode } = await report('repeated', `198.51.${Math.floor(index / 20)}.1`);
    expect(statusCode).toBe(204);
  }
  const other = { provider: 'cal', externalId: 'booking-of-another-visitor' };
  expect((await visitor('POST', '/api/scheduling/confirmations', other)).statusCode).toBe(204);
  expect(await bookings()).toHaveLength(2);
});

test('a booking of nobody we know is deleted after twelve months', async () => {
  const { fromCalendly, db, bookings } = await site();
  await fromCalendly(calendly('invitee.created', 'a'));
  await purgeOldBookings(db);
  expect(await bookings()).toHaveLength(1);
  await db.updateTable('bookings').set({ createdAt: '2020-01-01T00:00:00.000Z' }).execute();
  await purgeOldBookings(db);
  expect(await bookings()).toEqual([]);
});
