import { DAY } from '../../src/lib/time/durations';
import { adminTabs, adminViews } from '../../src/routes/admin/admin-tabs';
import { dialogSelector, everySize, expectNoViolations } from './axe';
import { bookForLead, createBooking, openCalendarAroundTheClock } from './calls';
import { expect, test } from './fixtures';
import { createLead, openLead, type Site } from './leads';

const yesterday = new Date(Date.now() - DAY).toISOString();

test.beforeEach(async ({ signIn, server }) => {
  await signIn();
  const { id } = await createLead(server, { companyName: 'Looked At' }, 'proposal_sent');
  await server.api.patch(`/api/leads/${id}`, { nextStep: { text: 'Call', dueAt: yesterday } });
});

/**
 * Fills the parts of the overview that only what happens fills: a lead that waits and has a step that
 * is due, a call, and a canceled one after which a lead may go back to its earlier status.
 */
async function fillOverview(site: Site): Promise<void> {
  const { id } = await createLead(site, { companyName: 'Waits' });
  await site.api.patch(`/api/leads/${id}`, { nextStep: { text: 'Answer', dueAt: yesterday } });
  await openCalendarAroundTheClock(site);
  await createBooking(site, 'Has A Call');
  const leadId = await bookForLead(site, 'Had A Call');
  const { body } = await site.api.get(`/api/leads/${leadId}/bookings`);
  const [call] = body as { id: string }[];
  const change = { status: 'canceled', message: 'I am out sick today.' };
  expect((await site.api.patch(`/api/scheduling/bookings/${call?.id}`, change)).status).toBe(200);
}

/** Texts by which a test sees that a filled view has loaded. */
const filled: Record<string, RegExp> = { overview: /Move Had A Call back/, calls: /canceled/ };

test.describe('admin area accessibility', () => {
  for (const views of [adminTabs, adminViews]) {
    test(`has no axe violations from ${views[0]?.label} to ${views.at(-1)?.label}`, async ({
      page,
      server,
    }) => {
      await fillOverview(server);
      for (const { id } of views) {
        await test.step(id, async () => {
          await page.goto(`/admin?tab=${id}`);
          await expect(page.getByRole('heading', { level: 2 }).first()).toBeAttached();
          await expect(page.getByText(/^Loading\b/)).toHaveCount(0);
          const text = filled[id];
          if (text) await expect(page.getByText(text).first()).toBeVisible();
          await expectNoViolations(page);
        });
      }
    });
  }

  test('has no axe violations in the dialogs that edit and delete a lead', async ({ page }) => {
    const status = await openLead(page, 'Looked At');
    await expect(status.getByRole('list', { name: 'Emails' })).toBeVisible();
    await status.getByLabel('Status').selectOption('');
    await status.getByRole('button', { name: 'Save' }).click();
    await expectNoViolations(page, { within: dialogSelector, sizes: everySize });
    await status.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Delete Looked At' }).first().click();
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await expectNoViolations(page, { within: dialogSelector, sizes: everySize });
  });
});
