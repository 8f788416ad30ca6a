import { Temporal } from 'temporal-polyfill';
import { everySize, expectNoViolations } from './axe';
import { openCalendarAroundTheClock } from './calls';
import { expect, test } from './fixtures';
import { toast } from './lead-form';

const timeZone = 'America/New_York';
const today = Temporal.Now.plainDateISO(timeZone);

test.use({ sharedSite: 'own lists' });

test.beforeEach(async ({ server, signIn, page }) => {
  await openCalendarAroundTheClock(server, { daysOff: [today.subtract({ days: 2 }).toString()] });
  await signIn();
  await page.goto('/admin?tab=hours');
});

test.describe('days off', () => {
  test('are added by keyboard as a range with a label, saved with a day not added yet, and shown in the week', async ({
    page,
    server,
  }) => {
    const list = page.getByRole('list', { name: 'Days off' });
    await expect(page.getByLabel('First day off')).toBeVisible();
    // The one that is over.
    await expect(list).toHaveCount(0);
    const monday = today.add({ days: 8 - today.dayOfWeek });
    await page.getByLabel('First day off').fill(monday.toString());
    await page.getByLabel('Last day off').fill(monday.add({ days: 1 }).toString());
    await page.getByLabel('Label').fill('Franchise expo');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(list.getByRole('listitem')).toHaveCount(1);
    await expect(list).toContainText(/Monday, .* to Tuesday, .*Franchise expo/);
    await page.setViewportSize({ width: 320, height: 800 });
    const readWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
    await expect.poll(readWidth).toBe(320);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Save availability' }).click();
    await expect(toast(page)).toContainText('Availability saved');
    await toast(page).getByRole('button', { name: 'Close' }).click();
    // A day that is typed and not added yet is a change, too.
    const friday = monday.add({ days: 4 });
    await page.getByLabel('Last day off').fill(friday.toString());
    await page.keyboard.press('Enter');
    const firstDay = page.getByLabel('First day off');
    await expect(firstDay).toBeFocused();
    await expect(firstDay).toHaveAccessibleDescription(/^Enter the first day/);
    await firstDay.fill(friday.toString());
    await page.getByRole('link', { name: 'Leads', exact: true }).click();
    await page.getByRole('button', { name: 'Keep editing' }).click();
    await firstDay.press('Enter');
    await expect(toast(page)).toContainText('Availability saved');
    await expect(firstDay).toHaveValue('');
    await expect(list.getByRole('listitem')).toHaveCount(2);
    const { body } = await server.api.get('/api/scheduling/hours');
    expect(body).toMatchObject({
      daysOff: [monday, monday.add({ days: 1 }), friday].map(String),
    });
    await page.getByText('History', { exact: true }).click();
    const history = page.getByRole('listitem').filter({ hasText: 'Changed by admin' });
    await expect(history.first()).toContainText(/Days off.*Monday, .*: Franchise expo/);
    await expectNoViolations(page, { within: 'details[open]', sizes: everySize });
    await page.goto('/admin?tab=calls');
    const week = page.getByRole('region', { name: 'Week of calls' });
    await page.getByRole('button', { name: 'Week after' }).click();
    await expect(week.getByText('Franchise expo')).toHaveCount(2);
  });

  test('include each federal holiday with one click, or all of them', async ({ page }) => {
    const holidays = page.getByRole('group', { name: /^US federal holidays/ });
    const list = page.getByRole('list', { name: 'Days off' });
    const thanksgiving = holidays.getByRole('button', { name: /^Thanksgiving/ });
    await thanksgiving.click();
    await expect(thanksgiving).toHaveAttribute('aria-pressed', 'true');
    await expect(list).toContainText(/Thursday, November .*Thanksgiving/);
    await thanksgiving.press('Space');
    await expect(list).toHaveCount(0);
    const addAll = holidays.getByRole('button', { name: 'Add all federal holidays' });
    await addAll.click();
    await expect(list.getByRole('listitem')).toHaveCount(11);
    await expect(addAll).toBeDisabled();
    await expectNoViolations(page);
    await list.getByRole('button', { name: /^Remove .*December 25/ }).click();
    await expect(holidays.getByRole('button', { name: /^Christmas Day/ })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
  });
});
