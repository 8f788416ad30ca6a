import { expect, type FrameLocator, type Page } from '@playwright/test';
import { type CallHours, defaultCallHours } from '../../src/features/scheduling/call-hours';
import type { ApiClient } from '../api-client';

interface Site {
  api: ApiClient;
  adminPassword: string;
}

const open = [{ from: '00:00', to: '24:00' }];

/** Opens the calendar round the clock, so that no test depends on the hour it runs in. */
export async function openRoundTheClock(site: Site, change: Partial<CallHours> = {}) {
  if ((await site.api.get('/api/scheduling/hours')).status === 401) {
    await site.api.signIn(site.adminPassword);
  }
  const { status } = await site.api.request('PUT', '/api/scheduling/hours', {
    ...defaultCallHours,
    weekly: Array.from({ length: 7 }, () => open),
    ...change,
  });
  expect(status).toBe(200);
}

type Scope = Page | FrameLocator;

/** The buttons of the times of the day that is chosen. */
export const times = (scope: Scope) => scope.getByRole('button', { name: /^\d+:\d\d [AP]M$/ });

/** Chooses the day after a number of others, so that its times are all to come. */
export async function chooseDay(scope: Scope, index = 2): Promise<void> {
  await scope
    .getByRole('button', { name: /, \d+ times?$/ })
    .nth(index)
    .click();
}

/** Fills in who books. */
export async function fillIn(scope: Scope, email: string): Promise<void> {
  await scope.getByLabel('Your name').fill('Olga Brenner');
  await scope.getByLabel('Email').fill(email);
  await scope.getByLabel('Company name').fill('Halden Skin Studios');
}

export const book = (scope: Scope) => scope.getByRole('button', { name: 'Book this call' }).click();

/** The owner's coming calls, as the API has them. */
export async function comingCalls({ api }: Site) {
  const { body } = await api.get('/api/scheduling/bookings');
  return body as { email: string; start: string; company: string }[];
}
