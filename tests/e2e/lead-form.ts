import { expect, type Locator, type Page } from '@playwright/test';
import type { Lead } from '../../src/leads/contract';
import { ensureSignedIn, type Site } from './leads';

/**
 * Waits until React has hydrated the page and all deferred sections are laid out. Before hydration,
 * a click behaves as without JavaScript. Before the layout is complete, the click's target can
 * still move away after it was scrolled into view.
 */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const main = document.querySelector('main');
    const isHydrated = main && Object.keys(main).some((key) => key.startsWith('__reactFiber'));
    const deferred = ':is(ul[data-deferred] > li, section[data-deferred]):not([data-laid-out])';
    return isHydrated && !document.querySelector(deferred);
  });
}

/**
 * Waits until a dialog or a step that was closed without Back, or by a reload, has left its history
 * entries.
 */
export const waitForEntries = (page: Page) =>
  expect.poll(() => page.evaluate(() => history.state?.depth ?? 0)).toBe(0);

/** Opens a page and waits until React has hydrated it. */
export async function visit(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await waitForHydration(page);
}

/** The dialog of the lead form. */
export const leadForm = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Get Started with Crewbridge' });

/** The dialog that opens after the lead form is submitted. */
export const thankYouDialog = (page: Page): Locator =>
  page.getByRole('dialog', { name: 'Thank You!' });

/** The visible toast. */
export const toast = (page: Page): Locator =>
  page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');

/**
 * Stops the timer of the toasts, as a visitor does who turns to another window: for a test that needs
 * one after something else, which may take longer than it is shown.
 */
export async function keepToast(page: Page): Promise<void> {
  await expect(toast(page)).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event('blur')));
}

/** Presses the toast's Undo button by keyboard. */
export async function undoByKeyboard(page: Page): Promise<void> {
  await expect(toast(page)).toBeVisible();
  await page.keyboard.press('F8');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(toast(page).getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
}

/** Opens the lead form with a button of the page. */
export async function openForm(page: Page, button = 'Contact Us'): Promise<Locator> {
  await page.getByRole('button', { name: button }).click();
  const form = leadForm(page);
  await expect(form).toBeVisible();
  return form;
}

/** The selected option of the lead form's package field. */
export const selectedPackage = (form: Locator | Page): Locator =>
  form.getByLabel('Interested package').locator('option:checked');

/** Goes to the next step. */
export const next = (form: Locator): Promise<void> =>
  form.getByRole('button', { name: 'Next' }).click();

/** Submits the form. */
export const submit = (form: Locator): Promise<void> =>
  form.getByRole('button', { name: 'Submit' }).click();

/** A form that is sent sooner counts as spam. */
const minFillMs = 400;

/**
 * Fills in the required fields and goes to the last step, no faster than a person: an inquiry that
 * counts as spam is not among the leads.
 */
export async function fillToLastStep(form: Locator, companyName: string): Promise<void> {
  const page = form.page();
  await form.getByLabel('Company name').fill(companyName);
  // Not before the first field, which waits for the form: its time starts when its code has loaded.
  const filledBy = (await page.evaluate(() => performance.now())) + minFillMs;
  await form.getByLabel('Your name').fill('Olga Brenner');
  await next(form);
  await form.getByLabel('Email').fill('olga@haldenskin.example');
  await next(form);
  await expect(form.getByLabel('Industry')).toBeVisible();
  await page.waitForFunction((time) => performance.now() > time, filledBy);
}

/** Opens the lead form with a button of the page, fills it in and sends it. */
export async function sendForm(page: Page, companyName: string, button?: string): Promise<void> {
  const form = await openForm(page, button);
  await fillToLastStep(form, companyName);
  await submit(form);
  await expect(thankYouDialog(page)).toBeVisible();
}

/** Reads a company's leads from the admin API. */
export async function fetchStoredLeads(site: Site, companyName: string): Promise<Lead[]> {
  await ensureSignedIn(site);
  const { status, body } = await site.api.get(
    `/api/leads?${new URLSearchParams({ q: companyName })}`,
  );
  expect(status).toBe(200);
  return body as Lead[];
}
