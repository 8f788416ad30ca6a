import type { Page } from '@playwright/test';
import { adminLists } from './admin-lists';
import { expect, test } from './fixtures';
import { createLead, removeAllLeads } from './leads';

test.use({ sharedSite: 'demo content' });

test.beforeEach(({ signIn }) => signIn());

const contentTabs = adminLists.map(({ title }) => title);

const getCard = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Summary' }).getByRole('listitem').filter({ hasText: title });

test.describe('admin dashboard', () => {
  test('counts talents, leads, case studies, and packages in the summary cards, and the new leads to review', async ({
    page,
    server,
  }) => {
    await removeAllLeads(server);
    await createLead(server, { companyName: 'Signed' }, 'closed_won');
    await page.goto('/admin');
    await expect(page.getByText('No recent activity.', { exact: true })).toBeVisible();

    await createLead(server, { companyName: 'New One' });
    await createLead(server, { companyName: 'New Two' });
    await createLead(server, { companyName: 'Called' }, 'contacted');
    await createLead(server, { companyName: 'In Talks' }, 'discovery_call');
    await createLead(server, { companyName: 'Has An Offer' }, 'proposal_sent');
    await createLead(server, { companyName: 'Gone' }, 'closed_lost');
    const talents = (await server.api.get('/api/talents')).body as { status: string }[];
    const available = talents.filter(({ status }) => status === 'available').length;
    expect(available).toBeLessThan(talents.length);
    await page.reload();
    await expect(getCard(page, 'Total Talent')).toHaveText(
      `Total Talent${talents.length}${available} available`,
    );
    await expect(getCard(page, 'New Leads')).toHaveText('New Leads22 in progress');
    await expect(getCard(page, 'Case Studies')).toHaveText('Case Studies41 featured');
    await expect(getCard(page, 'Packages')).toHaveText('Packages3Active offerings');
    await expect(page.getByText('You have 2 new leads to review.', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Review leads' }).click();
    await expect(page).toHaveURL('/admin?tab=leads');
  });

  test('names the day in the time zone of the site, also when it ends', async ({ page }) => {
    // 11:59 pm in New York, and another hour for the browser.
    await page.clock.install({ time: '2026-03-03T04:59:00Z' });
    await page.goto('/admin');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Monday, March 2');
    await page.clock.fastForward(60_000);
    await expect(heading).toHaveText('Tuesday, March 3');
  });

  test('keeps the current tab in the URL, for reload and back navigation', async ({ page }) => {
    await page.goto('/admin');
    const tabs = page.getByRole('navigation', { name: 'Admin' });
    const current = tabs.locator('[aria-current="page"]');
    await expect(tabs.getByRole('link')).toHaveText([
      'Overview',
      ...contentTabs.slice(0, 2),
      /^Leads/,
      ...contentTabs.slice(2),
    ]);
    // The specification's tabs, in its order.
    expect(contentTabs.slice(0, 4)).toEqual(['Hero Stats', 'Talents', 'Case Studies', 'Packages']);
    await expect(current).toHaveText('Overview');
    await tabs.getByRole('link', { name: 'Case Studies' }).click();
    await expect(page).toHaveURL('/admin?tab=case-studies');
    await tabs.getByRole('link', { name: /^Leads/ }).click();
    await expect(page).toHaveURL('/admin?tab=leads');

    await page.reload();
    await expect(current).toContainText('Leads');
    await expect(page.getByRole('heading', { name: 'Leads', level: 2 })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/admin?tab=case-studies');
    await expect(page.getByRole('heading', { name: 'Case Studies', level: 2 })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/admin');
    await expect(current).toHaveText('Overview');
  });
});
