import type { Page } from '@playwright/test';
import { expectNoViolations, phone } from './axe';
import { expect, test } from './fixtures';
import { toast } from './lead-form';
import { createLead, removeAllLeads } from './leads';

test.beforeEach(async ({ signIn, server }) => {
  await signIn();
  await removeAllLeads(server);
});

const getColumn = (page: Page, status: string) => page.getByRole('region', { name: status });

test.describe('board of leads', () => {
  test('has a column with count and value for each status', async ({ page, server }) => {
    await createLead(server, { companyName: 'Just In' });
    await createLead(server, { companyName: 'Called Back' }, 'contacted');
    await createLead(server, { companyName: 'Also Called' }, 'contacted');
    await page.goto('/admin?tab=leads');
    await page.getByRole('link', { name: 'Board' }).click();
    await expect(page).toHaveURL('/admin?tab=leads&view=board');
    await expect(page.getByRole('heading', { level: 3 })).toHaveText([
      'new',
      'contacted',
      'discovery call',
      'proposal sent',
      'closed won',
      'closed lost',
    ]);
    await expect(getColumn(page, 'contacted')).toContainText('2 leads$2,000');
    await expect(getColumn(page, 'closed won')).toContainText('0 leads$0');
    await expectNoViolations(page);
  });

  test('moves a card by mouse, and undoes it', async ({ page, server }) => {
    await createLead(server, { companyName: 'Dragged Along' });
    await page.goto('/admin?tab=leads&view=board');
    const card = getColumn(page, 'new').getByRole('listitem');
    const from = await card.boundingBox();
    const to = await getColumn(page, 'proposal sent').boundingBox();
    if (!from || !to) throw new Error('The board is not shown.');
    await page.mouse.move(from.x + 20, from.y + 20);
    await page.mouse.down();
    await page.mouse.move(to.x + 40, to.y + 160, { steps: 8 });
    await page.mouse.up();
    await expect(getColumn(page, 'proposal sent')).toContainText('Dragged Along');
    await expect(page).toHaveURL('/admin?tab=leads&view=board');
    await expect(toast(page)).toContainText('Dragged Along is proposal sent');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(getColumn(page, 'new')).toContainText('Dragged Along');
  });

  test('moves a card by keyboard, announces each step, and puts it back on Escape', async ({
    page,
    server,
  }) => {
    await createLead(server, { companyName: 'Carried Over' });
    await page.goto('/admin?tab=leads&view=board');
    const link = page.getByRole('link', { name: 'Carried Over' });
    await link.focus();
    await page.keyboard.press('Space');
    await expect(page.getByText('Carried Over lifted from new.')).toBeAttached();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Escape');
    await expect(page.getByText('Carried Over is back in new.')).toBeAttached();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('Over contacted.')).toBeAttached();
    await page.keyboard.press('Space');
    await expect(getColumn(page, 'contacted')).toContainText('Carried Over');
    await expect(getColumn(page, 'contacted').getByRole('link')).toBeFocused();
  });

  test.describe('on a touch screen', () => {
    test.use({ hasTouch: true, viewport: { width: 1280, height: 800 } });

    test('moves a card after a long press, and scrolls without one', async ({ page, server }) => {
      await createLead(server, { companyName: 'Held By A Finger' });
      await page.goto('/admin?tab=leads&view=board');
      const card = getColumn(page, 'new').getByRole('listitem');
      const from = await card.boundingBox();
      const to = await getColumn(page, 'contacted').boundingBox();
      if (!from || !to) throw new Error('The board is not shown.');
      const start = { x: from.x + 20, y: from.y + 20 };
      const target = { x: to.x + 40, y: to.y + 160 };
      const devTools = await page.context().newCDPSession(page);
      const touch = (
        type: 'touchStart' | 'touchMove' | 'touchEnd',
        ...touchPoints: { x: number; y: number }[]
      ) => devTools.send('Input.dispatchTouchEvent', { type, touchPoints });

      await touch('touchStart', start);
      await touch('touchMove', target);
      await touch('touchEnd');
      await expect(card).toContainText('Held By A Finger');

      await touch('touchStart', start);
      // The lifted card is beside its place.
      await expect(page.getByText('Held By A Finger')).toHaveCount(2);
      for (const part of [0.25, 0.5, 0.75, 1]) {
        const x = start.x + (target.x - start.x) * part;
        const y = start.y + (target.y - start.y) * part;
        await touch('touchMove', { x, y });
      }
      await touch('touchEnd');
      await expect(getColumn(page, 'contacted')).toContainText('Held By A Finger');
      await expect(page).toHaveURL('/admin?tab=leads&view=board');
    });
  });

  test('moves a card without dragging, and asks why a lead is lost', async ({ page, server }) => {
    await page.setViewportSize(phone);
    const { id } = await createLead(server, { companyName: 'Not This Time' });
    await page.goto('/admin?tab=leads&view=board');
    await page.getByLabel('Move Not This Time to').selectOption('closed lost');
    const dialog = page.getByRole('dialog', { name: 'Close Not This Time as lost' });
    await dialog.getByLabel('Why was it lost?').fill('Hired in house');
    await dialog.getByRole('button', { name: 'Close as lost' }).click();
    await expect(getColumn(page, 'closed lost')).toContainText('Not This Time');
    await page.goto(`/admin/leads/${id}`);
    await expect(page.getByText('Closed lost: Hired in house')).toBeVisible();
  });
});
