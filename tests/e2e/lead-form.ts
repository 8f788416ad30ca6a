import { expect, type Locator, type Page } from '@playwright/test';
import type { Lead } from '../../src/features/leads/lead';
import type { ApiClient } from '../api-client';

/**
 * Waits until React has taken the page over, where before a press does what it does without JavaScript,
 * and until all of it is laid out: before, what is scrolled to moves once more, out from under a press
 * made in the same moment.
 */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    const isLive = main && Object.keys(main).some((key) => key.startsWith('__reactFiber'));
    return isLive && !document.querySelector(':is(.later > li, .later-sec):not([data-laid-out])');
  });
}

/** Opens a page and waits until React has taken it over. */
export async function visit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await takenOver(page);
}

/** The lead form on the page. */
export const leadForm = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Get Started with Crewbridge' });

/** The thanks after the lead form. */
export const thanks = (page: Page): Locator => page.getByRole('dialog', { name: 'Thank You!' });

/** The notification on show. */
export const toast = (page: Page): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');

/** Opens the lead form by a button of the page. */
export async function openForm(page: Page, button = 'Contact Us'): Promise<Locator> {
  await page.getByRole('button', { name: button }).click();
  const form = leadForm(page);
  await expect(form).toBeVisible();
  return form;
}

/** The package that is selected in the lead form, as the visitor reads it. */
export const selectedPackage = (form: Locator | Page): Locator =>
  form.getByLabel('Interested package').locator('option:checked');

/** Goes on to the next step. */
export const next = (form: Locator): Promise<void> =>
  form.getByRole('button', { name: 'Next' }).click();

/** Sends the form. */
export const submit = (form: Locator): Promise<void> =>
  form.getByRole('button', { name: 'Submit' }).click();

/** Fills in what must be filled in, up to the last step. */
export async function fillToLastStep(form: Locator, companyName: string): Promise<void> {
  await form.getByLabel('Company name').fill(companyName);
  await form.getByLabel('Your name').fill('Olga Brenner');
  await next(form);
  await form.getByLabel('Email').fill('olga@haldenskin.example');
  await next(form);
  await expect(form.getByLabel('Interested package')).toBeVisible();
}

/** The stored leads of a company, as the admin's list has them. */
export async function storedLeads(
  { api, adminPassword }: { api: ApiClient; adminPassword: string },
  companyName: string,
): Promise<Lead[]> {
  const address = `/api/leads?${new URLSearchParams({ q: companyName })}`;
  let answer = await api.get(address);
  if (answer.status === 401) {
    await api.signIn(adminPassword);
    answer = await api.get(address);
  }
  expect(answer.status).toBe(200);
  return answer.body as Lead[];
}
