import type { Locator, Page } from '@playwright/test';
import type { SettingsForOwner } from '../../src/foundation/environment/contract';
import type { SettingSection } from '../../src/foundation/environment/settings-table';
import { expect, test } from './fixtures';
import { ensureSignedIn, type Site } from './leads';

/** The viewports in which the settings are tested. */
export const viewports = {
  phone: { width: 390, height: 780 },
  laptop: { width: 1280, height: 800 },
} as const;

/** Every setting that the tests change, at its default. */
const defaults = {
  businessName: null,
  logo: null,
  supportEmail: null,
  phone: null,
  postalAddress: null,
  socialLinks: [],
  schedulingUrl: null,
  takePayments: null,
  stripePublishableKey: null,
  stripeSecretKey: null,
  stripeWebhookSecret: null,
  googleAnalyticsId: null,
  leadValues: null,
  keyboardShortcuts: null,
  lostReasons: null,
};

/** Restores the defaults. */
async function resetSettings(site: Site): Promise<void> {
  await ensureSignedIn(site);
  expect((await site.api.patch('/api/settings', defaults)).status).toBe(200);
}

/** Signs in before each test of a file, with every setting at its default. */
export function useDefaultSettings(): void {
  // The tests cause these responses: invalid fields, fields that the environment sets, and outdated
  // versions.
  test.use({ allowErrors: /status of (400|409|412)/ });
  test.beforeEach(async ({ signIn, server }) => {
    await resetSettings(server);
    await signIn();
  });
}

/** Changes settings, as another session of the owner does. */
export async function patchSettings(site: Site, settings: object): Promise<void> {
  await ensureSignedIn(site);
  expect((await site.api.patch('/api/settings', settings)).status).toBe(200);
}

/** Reads the stored settings. */
export async function readSettings(site: Site): Promise<SettingsForOwner['fields']> {
  await ensureSignedIn(site);
  return ((await site.api.get('/api/settings')).body as SettingsForOwner).fields;
}

/** Opens the page of the settings. */
export async function openSettings(page: Page): Promise<void> {
  await page.goto('/admin/settings');
  await expect(page.getByRole('heading', { name: 'Business', level: 2 })).toBeVisible();
}

/** Finds a section. */
export const findSection = (page: Page, section: SettingSection | 'security'): Locator =>
  page.getByRole('region', {
    name: section.charAt(0).toUpperCase() + section.slice(1),
    exact: true,
  });

/** The bar with the changes that are not saved. */
export const unsavedBar = (page: Page): Locator =>
  page.getByRole('region', { name: 'Unsaved changes' });

/** Saves the form. */
export const saveSettings = (page: Page): Promise<void> =>
  unsavedBar(page).getByRole('button', { name: 'Save changes' }).click();
