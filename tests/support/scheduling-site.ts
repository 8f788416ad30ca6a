import { expect } from 'vitest';
import type { OutboxTimings } from '../../src/foundation/outbox/delivery-attempt.server';
import { MINUTE } from '../../src/lib/time/durations';
import {
  type CallHours,
  defaultCallHours,
  gridMinutes,
} from '../../src/scheduling/hours/call-hours';
import { sampleLead } from './samples';
import { createTestApp, shortTimings } from './test-app';

/** The opening hours of a day that is open for 24 hours. */
const openDay = [{ from: '00:00', to: '24:00' }];

/** Opening hours that are open whenever the test runs. */
const aroundTheClock: CallHours = {
  ...defaultCallHours,
  weekly: Array.from({ length: 7 }, () => openDay),
  noticeMinutes: 0,
};

/** The person who books a call. */
export const caller = {
  name: 'Olga Brenner',
  email: sampleLead.email,
  company: sampleLead.companyName,
  timeZone: 'Europe/Berlin',
};

/** Starts a site with calls around the clock, unless `hours` overrides that. */
export async function createSchedulingSite(
  hours: Partial<CallHours> = {},
  settings: Record<string, string> = {},
  timings: Partial<OutboxTimings> = {},
) {
  const app = await createTestApp(settings, {
    ...shortTimings,
    maxDelayMs: 0,
    ...timings,
  });
  const put = (change: Partial<CallHours>) =>
    app.admin('PUT', '/api/scheduling/hours', { ...aroundTheClock, ...hours, ...change });
  expect((await put({})).statusCode).toBe(200);
  const slots = async (query = '') =>
    (await app.visitor('GET', `/api/scheduling/slots${query}`)).json().slots as string[];
  const book = (start: string | undefined, change: object = {}, headers = {}) =>
    app.visitor('POST', '/api/scheduling/bookings', { ...caller, start, ...change }, headers);
  const post = (call: string, body: object) =>
    app.visitor('POST', `/api/scheduling/bookings/${call}`, body);
  const leads = async () => (await app.admin('GET', '/api/leads')).json();
  return { ...app, put, slots, book, post, leads };
}

/** Picks a slot that is far enough ahead not to be affected by the duration of a test. */
export const pickSlot = (slots: string[], index = 48) => {
  const slot = slots[index];
  if (!slot) throw new Error('There is no such slot.');
  return slot;
};

const gridMs = gridMinutes * MINUTE;

/** Returns a time on the scheduler's grid, this many milliseconds ahead. */
export const createCallTime = (aheadMs: number): string =>
  new Date(Math.ceil((Date.now() + aheadMs) / gridMs) * gridMs).toISOString();
