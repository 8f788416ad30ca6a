import { randomUUID } from 'node:crypto';
import { expect, type FrameLocator, type Locator, type Page } from '@playwright/test';
import type { NewCall } from '../../src/scheduling/contract';
import { type CallHours, defaultCallHours } from '../../src/scheduling/hours/call-hours';
import { createLead, ensureSignedIn, type Site } from './leads';

const allDay = [{ from: '00:00', to: '24:00' }];

/** Makes every hour of the week available, so that no test depends on the hour it runs in. */
export async function openCalendarAroundTheClock(site: Site, change: Partial<CallHours> = {}) {
  await ensureSignedIn(site);
  const { status } = await site.api.request('PUT', '/api/scheduling/hours', {
    ...defaultCallHours,
    weekly: Array.from({ length: 7 }, () => allDay),
    ...change,
  });
  expect(status).toBe(200);
}

/** Reads the start times that visitors can book, in ISO 8601. */
export async function fetchFreeSlots({ api }: Site): Promise<string[]> {
  const { body } = await api.get('/api/scheduling/slots');
  return (body as { slots: string[] }).slots;
}

/** Slots in a day of a calendar that is open around the clock. */
const slotsPerDay = 48;

/**
 * Books a call through the API, about a day after the first free time unless a time is given.
 */
export async function createBooking(
  site: Site,
  company: string,
  start?: string,
  // One person can book a few calls only.
  email = `${randomUUID()}@x.example`,
): Promise<NewCall> {
  const booking = {
    name: 'Ravi Menon',
    email,
    company,
    start: start ?? (await fetchFreeSlots(site))[slotsPerDay] ?? '',
    timeZone: 'Europe/Berlin',
  };
  const { status, body } = await site.api.post('/api/scheduling/bookings', booking);
  expect(status).toBe(201);
  return body as NewCall;
}

/**
 * Books a call for a new lead, as the owner, about a day after the first free time unless a time is
 * given.
 * @returns the lead's id
 */
export async function bookForLead(
  site: Site,
  companyName: string,
  givenStart?: string,
): Promise<string> {
  const { id } = await createLead(site, { companyName });
  const start = givenStart ?? (await fetchFreeSlots(site))[slotsPerDay];
  expect((await site.api.post(`/api/leads/${id}/bookings`, { start })).status).toBe(201);
  return id;
}

/** Changes the meeting link of a lead's call, as the owner in another window. */
export async function changeMeetingLink({ api }: Site, leadId: string): Promise<void> {
  const { body } = await api.get(`/api/leads/${leadId}/bookings`);
  const [call] = body as { id: string }[];
  const change = { meetingUrl: 'https://meet.example/other' };
  expect((await api.patch(`/api/scheduling/bookings/${call?.id}`, change)).status).toBe(200);
}

/** Formats the time of an instant in a time zone, such as "9:30 am". */
export const formatTime = (iso: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(new Date(iso))
    .replace(/\s/g, ' ')
    .replace(':00', '')
    .toLowerCase();

/** Formats the day of an instant in a time zone, such as "Wednesday, March 18". */
export const formatDay = (iso: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'long',
    month: 'long',
    day: 'numeric',
  }).format(new Date(iso));

/** Formats the day of an instant as the owner's calendar names it, such as "Wed 18 March". */
export function formatShortDay(iso: string, timeZone: string): string {
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(new Date(iso));
  return `${format({ weekday: 'short' })} ${format({ day: 'numeric' })} ${format({ month: 'long' })}`;
}

/** The entry of a company's call in the admin's list of upcoming calls. */
export const getUpcomingCall = (page: Page, company: string) =>
  page
    .getByRole('list', { name: 'Upcoming calls' })
    .getByRole('listitem')
    .filter({ hasText: company });

type Scope = Page | FrameLocator | Locator;

/** The buttons of the free times on the selected day. */
export const timeButtons = (scope: Scope) =>
  scope.getByRole('button', { name: /^\d+(:\d\d)? [ap]m$/, disabled: false });

/** Selects a day by its index. All times of the default day are in the future. */
export async function chooseDay(scope: Scope, index = 2): Promise<void> {
  await scope
    .getByRole('button', { name: /, \d+ times?$/ })
    .nth(index)
    .click();
}

/** Fills in the booking form. */
export async function fillInBooking(scope: Scope, email: string): Promise<void> {
  await scope.getByLabel('Your name').fill('Olga Brenner');
  await scope.getByLabel('Email').fill(email);
  await scope.getByLabel('Company name').fill('Halden Skin Studios');
}

/** Submits the booking form. */
export const bookCall = (scope: Scope) =>
  scope.getByRole('button', { name: 'Book this call' }).click();

/** The heading of the confirmation that a call is booked. */
export const bookedHeading = (scope: Scope) =>
  scope.getByRole('heading', { name: 'Your call is booked' });

/** Books a call at a time of the selected day and waits for the confirmation. */
export async function bookTime(scope: Scope, email: string, time = 0): Promise<void> {
  await timeButtons(scope).nth(time).click();
  await fillInBooking(scope, email);
  await bookCall(scope);
  await expect(bookedHeading(scope)).toBeVisible();
}

/** Reads the upcoming calls from the API. */
export async function fetchUpcomingCalls({ api }: Site) {
  const { body } = await api.get('/api/scheduling/bookings');
  return body as { id: string; email: string; start: string; company: string }[];
}
