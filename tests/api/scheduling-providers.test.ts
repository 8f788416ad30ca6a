import { describe, expect, test } from 'vitest';
import { purgeOldCalls } from '../../src/scheduling/store.server';
import {
  cal,
  calendly,
  createProviderSite as createSite,
  providerSecrets as secrets,
  callStart as start,
  inviteeUri as uri,
} from '../support/provider-site';
import { sampleLead } from '../support/samples';
import { postFrom } from '../support/test-app';

describe('webhooks of scheduling providers', () => {
  test.each(['calendly', 'cal'])(
    'a booking at %s is linked to its lead, and advances it only once the owner confirms the person',
    async (provider) => {
      const { fromCalendly, fromCal, lead, fetchLeadStatus, admin, bookings } = await createSite();
      const id = await lead();
      const created =
        provider === 'calendly'
          ? await fromCalendly(calendly('invitee.created', 'a'))
          : await fromCal(cal('BOOKING_CREATED', {}));
      expect(created.statusCode).toBe(204);
      const [row] = await bookings();
      expect(row).toMatchObject({ leadId: id });
      expect(Boolean(row?.personConfirmed)).toBe(false);
      expect(await fetchLeadStatus()).toBe('new');
      await admin('POST', `/api/scheduling/bookings/${row?.id}/confirm-person`);
      expect(await fetchLeadStatus()).toBe('discovery_call');
      expect((await admin('GET', `/api/leads/${id}/bookings`)).json()).toMatchObject([
        { source: provider, status: 'booked', verified: true, start, name: 'Olga Brenner' },
      ]);
      expect((await admin('GET', '/api/scheduling/bookings')).json()).toHaveLength(1);
    },
  );

  test('a repeated event changes nothing, even after the owner moved the lead back', async () => {
    const { fromCalendly, lead, fetchLeadStatus, admin, bookings } = await createSite();
    const id = await lead();
    const message = calendly('invitee.created', 'a');
    await Promise.all([fromCalendly(message), fromCalendly(message), fromCalendly(message)]);
    await admin('PATCH', `/api/leads/${id}`, { status: 'contacted' });
    await fromCalendly(message);
    expect(await bookings()).toHaveLength(1);
    expect(await fetchLeadStatus()).toBe('contacted');
  });

  test('a cancellation that arrives before its booking wins and leaves the lead unchanged', async () => {
    const { fromCalendly, fromCal, lead, fetchLeadStatus, bookings, admin } = await createSite();
    await lead();
    await fromCalendly(calendly('invitee.canceled', 'a', {}, '2031-03-02T10:00:00Z'));
    await fromCalendly(calendly('invitee.created', 'a'));
    await fromCal(cal('BOOKING_CANCELLED', {}));
    await fromCal(cal('BOOKING_CREATED', {}));
    expect((await bookings()).map(({ status }) => status)).toEqual(['canceled', 'canceled']);
    expect(await fetchLeadStatus()).toBe('new');
    expect((await admin('GET', '/api/scheduling/bookings')).json()).toEqual([]);
  });
});

/** Returns all permutations of a list. */
const permutations = <T>(list: readonly T[]): T[][] =>
  list.length < 2
    ? [[...list]]
    : list.flatMap((first, index) =>
        permutations(list.toSpliced(index, 1)).map((rest) => [first, ...rest]),
      );

/** Lists the messages of Calendly about a booking that is rescheduled. */
const listRescheduleEvents = (old: string, next: string) => [
  calendly('invitee.created', old),
  calendly('invitee.canceled', old, { rescheduled: true }, '2031-03-02T10:00:00Z'),
  calendly('invitee.created', next, { old_invitee: uri(old) }, '2031-03-02T10:00:00Z'),
];

describe('order of scheduling events', () => {
  test('a rescheduled Calendly booking is one upcoming call in whatever order its events arrive', async () => {
    const { fromCalendly, lead, bookings, admin } = await createSite();
    await lead();
    const orders = permutations([0, 1, 2]);
    for (const order of orders) {
      const [old, next] = [`old-${order.join('')}`, `new-${order.join('')}`];
      const events = listRescheduleEvents(old, next);
      for (const index of order) await fromCalendly(events[index] ?? {});
      const statuses = (await bookings()).map(({ externalId, status }) => [externalId, status]);
      expect(Object.fromEntries(statuses)).toMatchObject({
        [uri(next)]: 'booked',
        [uri(old)]: 'rescheduled',
      });
    }
    expect(await bookings()).toHaveLength(2 * orders.length);
    const upcoming = (await admin('GET', '/api/scheduling/bookings')).json();
    expect(upcoming).toHaveLength(orders.length);
  });

  test('a booking rescheduled at Cal.com replaces the previous one', async () => {
    const { fromCal, bookings } = await createSite();
    await fromCal(cal('BOOKING_RESCHEDULED', { uid: 'booking-2', rescheduleUid: 'booking-1' }));
    await fromCal(cal('BOOKING_CREATED', {}));
    const statuses = (await bookings()).map(({ externalId, status }) => [externalId, status]);
    expect(statuses.sort()).toEqual([
      ['booking-1', 'rescheduled'],
      ['booking-2', 'booked'],
    ]);
  });

  test('the newest event decides whether a call is a no-show, in whatever order events arrive', async () => {
    const { fromCalendly, fromCal, bookings } = await createSite();
    const sendNoShow = (event: string, at: string) =>
      fromCalendly(calendly(event, 'a', { no_show: { uri: 'x' } }, at));
    await sendNoShow('invitee_no_show.deleted', '2031-03-20T10:00:00Z');
    await sendNoShow('invitee_no_show.created', '2031-03-19T10:00:00Z');
    await fromCalendly(calendly('invitee.created', 'a'));
    expect(await bookings()).toMatchObject([{ status: 'booked' }]);
    await sendNoShow('invitee_no_show.created', '2031-03-21T10:00:00Z');
    await fromCal(
      cal('BOOKING_NO_SHOW_UPDATED', {
        uid: undefined,
        bookingUid: 'booking-1',
        attendees: [{ email: sampleLead.email, noShow: true }],
      }),
    );
    expect((await bookings()).map(({ status }) => status)).toEqual(['no_show', 'no_show']);
  });
});

describe('bookings at scheduling providers', () => {
  test('a report from the browser is stored as unverified until the webhook confirms it', async () => {
    const { visitor, fromCalendly, lead, fetchLeadStatus, bookings } = await createSite();
    const leadId = await lead();
    const report = { provider: 'calendly', externalId: uri('a'), leadId };
    const sendReport = () => visitor('POST', '/api/scheduling/confirmations', report);
    expect((await sendReport()).statusCode).toBe(204);
    await sendReport();
    expect(await bookings()).toMatchObject([{ leadId, startAt: null, status: 'booked' }]);
    expect((await bookings()).map(({ verified }) => Boolean(verified))).toEqual([false]);
    expect(await fetchLeadStatus()).toBe('new');
    await fromCalendly(calendly('invitee.created', 'a'));
    expect(await bookings()).toMatchObject([{ leadId, startAt: start }]);
    expect((await bookings()).map(({ verified }) => Boolean(verified))).toEqual([true]);
    expect(await fetchLeadStatus()).toBe('discovery_call');
    // Once verified, reports from the browser no longer change the booking.
    await visitor('POST', '/api/scheduling/confirmations', { ...report, start: '2030-01-01' });
    expect(await bookings()).toMatchObject([{ startAt: start }]);
  });

  test('a report with an unknown lead id does not advance a lead, even without webhooks', async () => {
    const { visitor, lead, fetchLeadStatus } = await createSite({
      SCHEDULING_URL: secrets.SCHEDULING_URL,
    });
    const report = { provider: 'cal', externalId: 'booking-1', start };
    await lead();
    await visitor('POST', '/api/scheduling/confirmations', { ...report, leadId: 'somebody' });
    expect(await fetchLeadStatus()).toBe('new');
  });

  test('reports are limited to 100, validated, and return 404 when no provider is configured', async () => {
    const siteWithOwnCalendar = await createSite({});
    const report = { provider: 'cal', externalId: 'booking-1' };
    expect(
      (await siteWithOwnCalendar.visitor('POST', '/api/scheduling/confirmations', report))
        .statusCode,
    ).toBe(404);
    const { visitor, bookings } = await createSite({ SCHEDULING_URL: secrets.SCHEDULING_URL });
    const invalid = { ...report, externalId: '<script>' };
    expect((await visitor('POST', '/api/scheduling/confirmations', invalid)).statusCode).toBe(400);
    const statusCodes = [];
    for (let index = 0; index < 102; index += 1) {
      const { statusCode } = await visitor('POST', '/api/scheduling/confirmations', {
        ...report,
        externalId: `booking-${index}`,
      });
      statusCodes.push(statusCode);
    }
    expect(statusCodes.slice(-3)).toEqual([204, 429, 429]);
    expect(await bookings()).toHaveLength(100);
  });

  test('repeated reports of one booking do not use up the limit for others', async () => {
    const site = await createSite({ SCHEDULING_URL: secrets.SCHEDULING_URL });
    const report = async (externalId: string, address: string) => {
      const booking = { provider: 'cal', externalId };
      return (await postFrom(site, address, '/api/scheduling/confirmations', booking)).statusCode;
    };
    for (let index = 0; index < 101; index += 1) {
      expect(await report('repeated', `198.51.${Math.floor(index / 20)}.1`)).toBe(204);
    }
    expect(await report('booking-of-another-visitor', '127.0.0.1')).toBe(204);
    expect(await site.bookings()).toHaveLength(2);
  });

  test('an old booking without a lead is deleted after its retention period', async () => {
    const { fromCalendly, db, bookings } = await createSite();
    await fromCalendly(calendly('invitee.created', 'a'));
    await purgeOldCalls(db, 24);
    expect(await bookings()).toHaveLength(1);
    await db.updateTable('bookings').set({ createdAt: '2020-01-01T00:00:00.000Z' }).execute();
    await purgeOldCalls(db, 24);
    expect(await bookings()).toEqual([]);
  });
});
