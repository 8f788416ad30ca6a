import { expect } from 'vitest';
import { type CallHours, defaultCallHours } from '../src/features/scheduling/call-hours';
import { sampleLead } from './samples';
import { testApp } from './test-app';

/** A day that is open from beginning to end. */
export const openDay = [{ from: '00:00', to: '24:00' }];

/** Hours that are open whenever the test runs. */
const always: CallHours = {
  ...defaultCallHours,
  weekly: Array.from({ length: 7 }, () => openDay),
  noticeMinutes: 0,
};

/** Who books. */
export const caller = {
  name: 'Olga Brenner',
  email: sampleLead.email,
  company: sampleLead.companyName,
  timeZone: 'Europe/Berlin',
};

/** A site whose calls can be booked around the clock, unless `hours` say otherwise. */
export async function schedulingSite(
  hours: Partial<CallHours> = {},
  settings: Record<string, string> = {},
  pauses: { settle?: number } = {},
) {
  const app = await testApp(settings, { first: 20, longest: 50, poll: 20, settle: 0, ...pauses });
  const put = (change: Partial<CallHours>) =>
    app.admin('PUT', '/api/scheduling/hours', { ...always, ...hours, ...change });
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

/** A slot far enough ahead that no test's minutes matter. */
export const later = (slots: string[], index = 48) => {
  const slot = slots[index];
  if (!slot) throw new Error('There is no such slot.');
  return slot;
};
