import { describe, expect, test } from 'vitest';
import { defaultCallHours } from '../../src/scheduling/hours/call-hours';
import { createMailSite, owner } from '../support/mail-site';
import { parsePageData } from '../support/page-data';
import { calendly, createProviderSite } from '../support/provider-site';
import { sampleLead } from '../support/samples';
import { createSchedulingSite, pickSlot } from '../support/scheduling-site';
import { createTestApp, shareSite } from '../support/test-app';

/** Names that `Intl` knows although they are no IANA time zones, and one that nobody knows. */
const wrongNames = ['PST', 'IST', 'ACT', 'AET', 'Mars/Crater'];

describe('an unknown time zone', () => {
  const getSite = shareSite(createSchedulingSite);
  const getBrokenSite = shareSite(createTestApp);
  const getProviderSite = shareSite(createProviderSite);

  test.each(wrongNames)('is rejected by every route that accepts one: %s', async (timeZone) => {
    const { put, admin, visitor, slots, book } = getSite();
    const start = pickSlot(await slots());
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    const responses = [
      await put({ timeZone }),
      await admin('PATCH', '/api/settings', { timeZone }),
      await book(start, { timeZone }),
      await admin('POST', `/api/leads/${id}/bookings`, { start, timeZone }),
    ];
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400]);
    for (const response of responses) expect(response.json().fields).toHaveProperty('timeZone');
  });

  test.each(wrongNames)('does not break a site that has stored it: %s', async (timeZone) => {
    const { db, admin, visitor, app } = getBrokenSite();
    await db.deleteFrom('callHours').execute();
    await db.deleteFrom('ownerSettings').execute();
    const updatedAt = new Date().toISOString();
    const hours = JSON.stringify({ ...defaultCallHours, timeZone, noticeMinutes: 0 });
    await db.insertInto('callHours').values({ id: 'owner', hours, updatedAt }).execute();
    const setting = { name: 'timeZone', value: JSON.stringify(timeZone), updatedAt, userId: null };
    await db.insertInto('ownerSettings').values(setting).execute();
    await app.settings.refresh();
    const slots = await visitor('GET', '/api/scheduling/slots');
    expect(slots.json()).toMatchObject({ timeZone: 'America/New_York' });
    expect((await admin('GET', '/api/overview')).statusCode).toBe(200);
    expect((await admin('GET', '/api/scheduling/hours')).json().noticeMinutes).toBe(0);
  });

  test.each(wrongNames)('is not stored when a provider reports it: %s', async (timeZone) => {
    const { fromCalendly, bookings } = getProviderSite();
    await fromCalendly(calendly('invitee.created', timeZone.slice(0, 3), { timezone: timeZone }));
    const stored = await bookings();
    expect(stored.length).toBeGreaterThan(0);
    expect(stored.filter((booking) => booking.timeZone !== null)).toEqual([]);
  });
});

describe('the time zone of the business', () => {
  test('is that of the settings in the availability, the free times and the pages', async () => {
    const { admin, visitor, put, db } = await createSchedulingSite();
    await admin('PATCH', '/api/settings', { timeZone: 'Asia/Tokyo' });
    expect((await admin('GET', '/api/scheduling/hours')).json().timeZone).toBe('Asia/Tokyo');
    expect((await visitor('GET', '/api/scheduling/slots')).json().timeZone).toBe('Asia/Tokyo');
    // For the previous release.
    const { hours } = await db.selectFrom('callHours').select('hours').executeTakeFirstOrThrow();
    expect(JSON.parse(hours).timeZone).toBe('Asia/Tokyo');
    // Without one, as the availability sends it: the business keeps its own.
    const saved = await put({ timeZone: undefined, noticeMinutes: 30 });
    expect(saved.json()).toMatchObject({ timeZone: 'Asia/Tokyo', noticeMinutes: 30 });
    await admin('PATCH', '/api/settings', { timeZone: null });
    const { body } = await visitor('GET', '/');
    expect(parsePageData(body).site.timeZone).toBe('America/New_York');
    expect((await admin('GET', '/api/scheduling/hours')).json().timeZone).toBe('America/New_York');
  });

  test('is set by a client of the previous release that sends it with the availability', async () => {
    const { admin, put, visitor } = await createSchedulingSite();
    const saved = await put({ timeZone: 'America/Los_Angeles' });
    expect(saved.json().timeZone).toBe('America/Los_Angeles');
    const { fields } = (await admin('GET', '/api/settings')).json();
    expect(fields.timeZone).toMatchObject({ value: 'America/Los_Angeles', source: 'owner' });
    expect((await visitor('GET', '/api/settings')).json().timeZone).toBe('America/Los_Angeles');
    const [entry] = (await admin('GET', '/api/settings/business/history')).json();
    expect(entry.after.timeZone).toBe('America/Los_Angeles');
  });

  test('is that of the owner’s mail about a call', async () => {
    const { put, slots, book, smtp, admin } = await createMailSite();
    await put({ timeZone: 'America/New_York' });
    await admin('PATCH', '/api/settings', { timeZone: 'Asia/Tokyo' });
    await book(pickSlot(await slots()));
    const mails = await smtp.received(2);
    const toOwner = mails.find(({ to }) => to === owner);
    expect(toOwner?.text).toContain('Japan');
  });
});

describe('POST /api/scheduling/bookings/reschedule', () => {
  test('writes to the visitor in the time zone in which they chose the new time', async () => {
    const { slots, book, post, smtp } = await createMailSite();
    const freeSlots = await slots();
    const { token } = (await book(pickSlot(freeSlots), { timeZone: 'Europe/Berlin' })).json();
    await smtp.received(2);
    const move = { token, start: pickSlot(freeSlots, 60), timeZone: 'Asia/Tokyo' };
    expect((await post('reschedule', move)).json().timeZone).toBe('Asia/Tokyo');
    const mails = await smtp.received(4);
    const moved = mails.find(({ subject }) => subject.startsWith('Your discovery call has moved'));
    expect(moved?.text).toContain('Japan');
    expect(moved?.text).not.toContain('Central European');
    // A client of the previous release sends none.
    const again = await post('reschedule', { token, start: pickSlot(freeSlots) });
    expect(again.json().timeZone).toBe('Asia/Tokyo');
    const bad = await post('reschedule', { ...move, timeZone: 'PST' });
    expect(bad.statusCode).toBe(400);
  });
});
