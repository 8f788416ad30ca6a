import type { Locator } from '@playwright/test';
import { dialogSelector, everySize, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { toast } from './lead-form';
import { createLead, openLead } from './leads';

test.use({ sharedSite: 'demo content' });

test.beforeEach(({ signIn }) => signIn());

const openHistory = (form: Locator) => form.getByText('History', { exact: true }).click();
const getEntries = (form: Locator) => form.locator('details').getByRole('listitem');

test.describe('lead history', () => {
  test('shows who changed the status, one of six, from which value to which', async ({
    page,
    server,
  }) => {
    await createLead(server, { companyName: 'Has History' });
    const form = await openLead(page, 'Has History');
    const select = form.getByLabel('Status');
    await expect(select).toHaveValue('new');
    await expect(select.locator('option:not([value=""])')).toHaveText([
      'new',
      'contacted',
      'discovery call',
      'proposal sent',
      'closed won',
      'closed lost',
    ]);
    for (const status of ['discovery call', 'closed won']) {
      await select.selectOption({ label: status });
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page)).toContainText('Lead updated');
      // It would cover a part of the dialog.
      await toast(page).getByRole('button', { name: 'Close' }).click();
      await expect(form).toBeHidden();
      const row = page.getByRole('row').filter({ hasText: 'Has History' });
      await expect(row.getByRole('cell', { name: status, exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Edit Has History' }).click();
      await expect(select).toHaveValue(status.replace(' ', '_'));
    }
    await openHistory(form);
    await expect(getEntries(form)).toHaveText([
      /^Changed by admin, .* \d{1,2}(:\d\d)?\s[ap]mStatuswas: discovery call→, became: closed won$/,
      /^Changed by admin, .* \d{1,2}(:\d\d)?\s[ap]mStatuswas: new→, became: discovery call$/,
    ]);
    await expect(form.getByRole('button', { name: /^Restore/ })).toHaveCount(0);
    await expectNoViolations(page, { within: dialogSelector });
  });

  test('loads older changes on request, with the keyboard', async ({ page, server }) => {
    const { id } = await createLead(server, { companyName: 'Long History' });
    for (let change = 0; change < 23; change += 1) {
      const status = change % 2 === 0 ? 'contacted' : 'new';
      await server.api.patch(`/api/leads/${id}`, { status });
    }
    const form = await openLead(page, 'Long History');
    await form.getByText('History', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(getEntries(form)).toHaveCount(20);
    await form.getByRole('button', { name: 'Show older' }).press('Enter');
    await expect(getEntries(form)).toHaveCount(23);
    await expect(form.getByRole('button', { name: 'Show older' })).toHaveCount(0);
  });

  test.describe('when it cannot be loaded', () => {
    test.use({ allowErrors: /status of 503/ });

    test('shows the reason after it is opened, and "Try again" loads it', async ({
      page,
      server,
    }) => {
      const { id } = await createLead(server, { companyName: 'Unread' }, 'contacted');
      const rejection = { message: 'The database is being moved.', code: 'unavailable' };
      let requests = 0;
      await page.route(`**/api/leads/${id}/history`, (route) => {
        requests += 1;
        return requests === 1 ? route.fulfill({ status: 503, json: rejection }) : route.continue();
      });
      const form = await openLead(page, 'Unread');
      await expect(form.getByRole('list', { name: 'Emails' })).toBeVisible();
      expect(requests).toBe(0);
      await openHistory(form);
      await expect(form.getByRole('alert')).toContainText(
        'The history could not be loaded. The database is being moved.',
      );
      await form.getByRole('button', { name: 'Try again' }).click();
      await expect(getEntries(form)).toHaveCount(1);
    });
  });
});

test('the dialog of a lead shows the status field without scrolling, and a long message in full, on every screen', async ({
  page,
  server,
}) => {
  const message = Array.from(
    { length: 40 },
    (_, line) => `Line ${line + 1} of what the visitor has to say about the front desk.`,
  ).join('\n');
  await createLead(server, { companyName: 'Much To Say', message });
  for (const size of everySize) {
    await test.step(`${size.width} px`, async () => {
      await page.setViewportSize(size);
      const dialog = await openLead(page, 'Much To Say');
      const text = dialog.getByText('Line 1 of what');
      await expect(text).toContainText('Line 40 of what');
      const field = dialog.getByLabel('Status');
      await expect(field).toBeInViewport({ ratio: 1 });
      expect(await dialog.locator('[data-part=content]').evaluate((body) => body.scrollTop)).toBe(
        0,
      );
      const [box, footer] = await Promise.all([
        field.boundingBox(),
        dialog.locator('[data-part=footer]').boundingBox(),
      ]);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(footer?.y ?? 0);
      const overflow = await text.evaluate(
        (element) => element.scrollHeight - element.clientHeight,
      );
      expect(overflow).toBeLessThanOrEqual(0);
      await text.evaluate((element) => element.scrollIntoView({ block: 'end' }));
      await expect(dialog.getByRole('button', { name: 'Save' })).toBeInViewport();
    });
  }
});
