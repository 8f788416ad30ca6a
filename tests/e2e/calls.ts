import { expect, type FrameLocator, type Page } from '@playwright/test';
import { type CallHours, defaultCallHours } from '../../src/features/scheduling/call-hours';
import type { ApiClient } from '../api-client';

interface Site {
  api: ApiClient;
  adminPassword: string;
}

const allDay = [{ from: '00:00', to: '24:00' }];

/** Makes every hour of the week available, so that no test depends on the hour it runs in. */
export async function openCalendarAroundTheClock(site: Site, change: Partial<CallHours> = {}) {
  if ((await site.api.get('/api/scheduling/hours')).status === 401) {
    await site.api.signIn(site.adminPassword);
  }
  const { status } = await site.api.request('PUT', '/api/scheduling/hours', {
    ...defaultCallHours,
    weekly: Array.from({ length: 7 }, () => allDay),
    ...change,
  });
  expect(status).toBe(200);
}

type Scope = Page | FrameLocator;

/** The buttons of the free times on the selected day. */
export const timeButtons = (scope: Scope) =>
  scope.getByRole('button', { name: /^\d+:\d\d [AP]M$/ });

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

/** Reads the upcoming calls from the API. */
export async function fetchUpcomingCalls({ api }: Site) {
  const { body } = await api.get('/api/scheduling/bookings');
  return body as { email: string; start: string; company: string }[];
}
