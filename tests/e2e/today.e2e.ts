import { expectNoViolations, phone } from './axe';
import { expect, test } from './fixtures';
import { toast } from './lead-form';
import { createLead, removeAllLeads } from './leads';

test.beforeEach(async ({ signIn, server }) => {
  await signIn();
  await removeAllLeads(server);
});

test.describe('overview', () => {
  test('shows waiting leads with links to call and write, and due follow-ups', async ({
    page,
    server,
  }) => {
    await createLead(server, { companyName: 'Waits Patiently', contactName: 'Dana Whitcomb' });
    const { id } = await createLead(server, { companyName: 'Has A Plan' }, 'contacted');
    await server.api.patch(`/api/leads/${id}`, {
      nextStep: { text: 'Send the proposal', dueAt: new Date(Date.now() - 1_000).toISOString() },
    });
    await page.goto('/admin');
    const waiting = page.getByRole('region', { name: 'Waiting for a first answer' });
    await expect(waiting.getByRole('listitem')).toHaveCount(1);
    await expect(waiting).toContainText('Dana WhitcombWaits Patiently');
    await expect(waiting.getByRole('link', { name: 'Call Dana Whitcomb' })).toHaveAttribute(
      'href',
      /^tel:/,
    );
    const followUps = page.getByRole('region', { name: 'Follow-ups' });
    await followUps.getByLabel('Done: Send the proposal').click();
    await expect(toast(page)).toContainText('Done: Send the proposal');
    await expect(followUps).toContainText('Nothing is due today.');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await followUps.getByRole('link', { name: 'Send the proposal' }).click();
    await expect(page).toHaveURL(`/admin/leads/${id}`);
  });

  test('shows a new lead without a reload, also in the document’s title', async ({
    page,
    server,
  }) => {
    await page.clock.install();
    await page.goto('/admin');
    await expect(page.getByText('No recent activity.')).toBeVisible();
    await expect(page).toHaveTitle(/^Overview/);
    await createLead(server, { companyName: 'Out Of The Blue' });
    await page.clock.fastForward(10_000);
    await expect(page.getByText('You have 1 new leads to review.')).toBeVisible();
    await expect(page.getByText('Out Of The Blue')).toBeVisible();
    await expect(page).toHaveTitle(/^\(1\) Overview/);
  });

  test('has Overview, Leads and Calls one tap away on a phone', async ({ page, server }) => {
    await createLead(server, { companyName: 'On The Go' });
    await page.setViewportSize(phone);
    await page.goto('/admin');
    const bar = page.getByRole('navigation', { name: 'Main places' });
    await expect(bar.getByRole('link')).toHaveText(['Overview', 'Leads 1 new', 'Calls']);
    await expectNoViolations(page);
    await page.setViewportSize(phone);
    await bar.getByRole('link', { name: 'Calls' }).click();
    await expect(page).toHaveURL('/admin?tab=calls');
    await bar.getByRole('link', { name: 'Leads' }).click();
    await expect(page.getByRole('rowheader', { name: 'On The Go' })).toBeVisible();
  });

  test('has the other tabs in a menu of the bar on a phone, also by keyboard', async ({ page }) => {
    await page.setViewportSize(phone);
    await page.goto('/admin');
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden();
    const bar = page.getByRole('navigation', { name: 'Main places' });
    const content = bar.getByRole('button', { name: 'Content' });
    await content.click();
    const tabs = bar.getByRole('listitem');
    await expect(tabs).toHaveText(['Hero Stats', 'Talents', 'Case Studies', 'Packages']);
    await expectNoViolations(page, { sizes: [phone] });
    await page.keyboard.press('Escape');
    await expect(tabs).toHaveCount(0);
    await expect(content).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/admin?tab=talents');
    await expect(content).toHaveAttribute('aria-current', 'true');
    await expect(tabs).toHaveCount(0);
  });
});
