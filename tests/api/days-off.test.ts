import { Temporal } from 'temporal-polyfill';
import { describe, expect, test } from 'vitest';
import { defaultCallHours } from '../../src/scheduling/hours/call-hours';
import { sampleLead } from '../support/samples';
import { createSchedulingSite } from '../support/scheduling-site';
import { shareSite } from '../support/test-app';

const url = '/api/scheduling/hours';

/** The availability as clients send it that know no days off. */
const { daysOff: _, dayOffLabels: __, timeZone: ___, ...otherHours } = defaultCallHours;

const off = {
  daysOff: ['2031-12-24', '2031-12-25'],
  dayOffLabels: { '2031-12-25': 'Christmas Day' },
};

describe(`PUT ${url}`, () => {
  const getSite = shareSite(createSchedulingSite);

  test('stores exactly one of several changes of the same version, which the ETag names', async () => {
    const { admin } = await createSchedulingSite();
    const { headers, ...stored } = await admin('GET', url);
    const { version } = stored.json();
    expect(headers.etag).toBe(`"${version}"`);
    const places = ['By phone', 'By video', 'At the office'];
    const responses = await Promise.all(
      places.map((place) =>
        admin('PUT', url, { ...otherHours, place }, { 'if-match': `"${version}"` }),
      ),
    );
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412, 412]);
    const saved = responses.find(({ statusCode }) => statusCode === 200)?.json();
    expect((await admin('GET', url)).json()).toEqual(saved);
    expect(saved.version > version).toBe(true);
    expect(responses.find(({ statusCode }) => statusCode === 412)?.json()).toEqual({
      code: 'changed',
      message: 'Someone else changed the availability in the meantime.',
    });
  });

  test.each([
    ['both when it sends neither', {}, off],
    [
      'the labels of the days that stay when it sends only days',
      { daysOff: ['2031-12-25', '2031-12-31'] },
      { daysOff: ['2031-12-25', '2031-12-31'], dayOffLabels: off.dayOffLabels },
    ],
    ['no label of another day', { daysOff: [] }, { daysOff: [], dayOffLabels: {} }],
    [
      'only the days that have a label when it sends labels',
      { dayOffLabels: { '2031-12-24': 'Early close', '2031-12-26': 'Open' } },
      { daysOff: off.daysOff, dayOffLabels: { '2031-12-24': 'Early close' } },
    ],
  ])('keeps %s', async (_title, change, expected) => {
    const { put, admin } = getSite();
    expect((await put(off)).json()).toMatchObject(off);
    const response = await admin('PUT', url, { ...otherHours, ...change });
    expect(response.statusCode).toBe(200);
    const { daysOff, dayOffLabels } = (await admin('GET', url)).json();
    expect({ daysOff, dayOffLabels }).toEqual(expected);
  });

  test.each([
    ['of no date', { __proto__x: 'Never' }],
    ['of an impossible date', { '2031-02-30': 'Never' }],
    ['that is blank', { '2031-12-24': ' ' }],
    ['that is too long', { '2031-12-24': 'x'.repeat(61) }],
  ])('rejects a label %s', async (_title, dayOffLabels) => {
    const { put } = getSite();
    expect((await put({ ...off, dayOffLabels })).statusCode).toBe(400);
  });

  test('leaves availability readable that was stored without labels', async () => {
    const { db, admin } = await createSchedulingSite();
    const { dayOffLabels: _none, ...earlier } = { ...defaultCallHours, daysOff: off.daysOff };
    await db
      .updateTable('callHours')
      .set({ hours: JSON.stringify(earlier) })
      .execute();
    expect((await admin('GET', url)).json()).toMatchObject({
      daysOff: off.daysOff,
      dayOffLabels: {},
    });
  });
});

describe(`GET ${url}/history`, () => {
  test('has who changed which hours and days off, and nothing for a repeated save', async () => {
    const { put, admin } = await createSchedulingSite();
    await put(off);
    await put(off);
    const [newest, first, ...others] = (await admin('GET', `${url}/history`)).json();
    expect(others).toEqual([]);
    expect(newest).toMatchObject({
      by: 'admin',
      action: 'changed',
      before: { daysOff: {} },
      after: { daysOff: { '2031-12-24': '', '2031-12-25': 'Christmas Day' } },
    });
    expect(first.before.hours[0]).toEqual({ day: 1, from: '09:00', to: '17:00' });
    expect(first.after.hours[0]).toEqual({ day: 1, from: '00:00', to: '24:00' });
  });
});

describe('a day off', () => {
  test.each(['America/New_York', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'today closes the rest of the business’s day in %s',
    async (timeZone) => {
      const today = Temporal.Now.plainDateISO(timeZone);
      const { slots } = await createSchedulingSite({ timeZone, daysOff: [today.toString()] });
      const midnight = today.add({ days: 1 }).toZonedDateTime(timeZone);
      expect(Date.parse((await slots())[0] ?? '')).toBe(midnight.epochMilliseconds);
    },
  );

  test('is closed to visitors, and the owner can book and move calls to it', async () => {
    const timeZone = 'America/New_York';
    const day = Temporal.Now.plainDateISO(timeZone).add({ days: 3 });
    const at = (hour: number) =>
      new Date(
        day.toZonedDateTime({ timeZone, plainTime: { hour } }).epochMilliseconds,
      ).toISOString();
    const { slots, book, admin, visitor } = await createSchedulingSite({
      timeZone,
      daysOff: [day.toString()],
    });
    expect(await slots()).not.toContain(at(10));
    expect((await book(at(10))).statusCode).toBe(409);
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    const call = await admin('POST', `/api/leads/${id}/bookings`, { start: at(10) });
    expect(call.statusCode).toBe(201);
    const move = { start: at(14), message: 'We can talk on the holiday.' };
    const moved = await admin('PATCH', `/api/scheduling/bookings/${call.json().id}`, move);
    expect(moved.json()).toMatchObject({ start: at(14) });
  });
});
