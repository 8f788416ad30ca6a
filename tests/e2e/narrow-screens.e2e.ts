import type { Page } from '@playwright/test';
import { adminTabs, adminViews } from '../../src/routes/admin/admin-tabs';
import { expect, test } from './fixtures';
import { fillToLastStep, openForm, visit } from './lead-form';
import { createLead } from './leads';

test.describe('320 px screen', () => {
  test.use({ viewport: { width: 320, height: 640 }, allowErrors: /status of 404/ });

  const expectNoHorizontalScroll = async (page: Page, where: string) => {
    const overhang = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect.soft(overhang, where).toBe(0);
  };

  test('no public page and no admin tab scrolls sideways', async ({ page, signIn, server }) => {
    for (const address of [
      '/',
      '/talent',
      '/enquiry',
      '/schedule',
      '/privacy',
      '/no-such-page',
      '/admin/login',
    ]) {
      await page.goto(address);
      await expectNoHorizontalScroll(page, address);
    }
    await signIn();
    await createLead(server, { companyName: 'A Company Whose Name Is Longer Than The Screen' });
    const tabs = [...adminTabs, ...adminViews].map(({ id }) => `/admin?tab=${id}`);
    for (const address of [...tabs, '/admin/settings']) {
      await page.goto(address);
      await expect(page.getByText(/^Loading\b/)).toHaveCount(0);
      await expectNoHorizontalScroll(page, address);
    }
  });

  test('the lead form fits the width of the screen', async ({ page }) => {
    await visit(page, '/');
    const form = await openForm(page);
    await fillToLastStep(form, 'Narrow');
    const overhang = await form.evaluate((dialog) => [
      dialog.scrollWidth - dialog.clientWidth,
      Math.max(0, dialog.getBoundingClientRect().right - innerWidth),
    ]);
    expect(overhang).toEqual([0, 0]);
  });
});
