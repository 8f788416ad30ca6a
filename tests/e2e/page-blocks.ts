import type { Locator, Page } from '@playwright/test';

/** Opens the form of a block in the settings, which need not be loaded again. */
export async function openBlock(page: Page, section: string, block: string): Promise<Locator> {
  if (!page.url().endsWith('/admin/settings')) await page.goto('/admin/settings');
  const region = page.getByRole('region', { name: section, exact: true });
  await region.getByRole('button', { name: `Edit ${block}`, exact: true }).click();
  return page.getByRole('dialog', { name: block, exact: true });
}
