import type { Locator, Page } from '@playwright/test';
import { expect } from './fixtures';
import { ensureSignedIn, type Site } from './leads';

/** Opens the form of a block in the settings, which need not be loaded again. */
export async function openBlock(page: Page, section: string, block: string): Promise<Locator> {
  if (!page.url().endsWith('/admin/settings')) await page.goto('/admin/settings');
  const region = page.getByRole('region', { name: section, exact: true });
  await region.getByRole('button', { name: `Edit ${block}`, exact: true }).click();
  return page.getByRole('dialog', { name: block, exact: true });
}

/** Saves blocks of a page, as a colleague would. */
export async function patchPage(site: Site, page: string, patch: object): Promise<void> {
  await ensureSignedIn(site);
  expect((await site.api.patch(`/api/pages/${page}`, patch)).status).toBe(200);
}
