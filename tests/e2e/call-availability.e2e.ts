import { Temporal } from 'temporal-polyfill';
import { expectNoViolations } from './axe';
import { openCalendarAroundTheClock, timeButtons } from './calls';
import { expect, test } from './fixtures';
import { visit } from './lead-form';
import { createLead } from './leads';

test.use({ timezoneId: 'Europe/Berlin' });

test.beforeEach(({ server }) => openCalendarAroundTheClock(server));

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

test.describe('call availability in the admin area', () => {
  test('sets the times that visitors can book', async ({ page, signIn }) => {
    await signIn();
    await page.goto('/admin?tab=hours');
    await expect(page.getByText('Eastern Time – New York')).toBeVisible();
    await page.getByRole('link', { name: 'Change the time zone in Settings' }).click();
    await expect(page).toHaveURL('/admin/settings#business');
    await page.getByLabel('Time zone').selectOption('Europe/Berlin');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await expect(page.getByText('Settings saved').first()).toBeVisible();
    await page.getByRole('link', { name: 'Your availability' }).click();
    await expect(page.getByText('Central European Time – Berlin')).toBeVisible();
    // Not today: the next hours are too soon to be booked.
    const openDay = weekdays[(new Date().getUTCDay() + 3) % 7] ?? '';
    const closedDays = weekdays.filter((day) => day !== openDay);
    for (const day of closedDays) {
      await page.getByRole('switch', { name: day }).uncheck();
    }
    await expectNoViolations(page);
    await page.getByLabel(`${openDay}, opens`).fill('17:00');
    await page.getByLabel(`${openDay}, closes`).fill('10:00');
    await page.getByRole('button', { name: 'Save availability' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      `${openDay}: 17:00 to 10:00 ends before it begins`,
    );
    await page.getByLabel(`${openDay}, opens`).fill('09:00');
    await page.getByRole('button', { name: 'Save availability' }).click();
    await expect(page.getByText('Availability saved').first()).toBeVisible();

    await visit(page, '/schedule');
    await expect(timeButtons(page)).toHaveText(['9 am', '9:30 am']);
    const dayButtons = (name: RegExp) => page.getByRole('button', { name });
    await expect(dayButtons(new RegExp(`^${openDay}, .*, 2 times$`)).first()).toBeVisible();
    await expect(dayButtons(new RegExp(`^(${closedDays.join('|')}), `))).toHaveCount(0);
  });
});

test.describe('the week of calls', () => {
  test('shows calls outside of 8 am to 8 pm at their hour, also on a phone', async ({
    page,
    server,
    signIn,
  }) => {
    const closed = Array.from({ length: 7 }, () => []);
    await openCalendarAroundTheClock(server, { weekly: closed });
    const timeZone = 'America/New_York';
    const today = Temporal.Now.plainDateISO(timeZone);
    const wednesday = today.add({ days: 10 - today.dayOfWeek });
    const { id } = await createLead(server, { contactName: 'Early Late' });
    for (const hour of [6, 8, 23]) {
      const at = wednesday.toZonedDateTime({ timeZone, plainTime: { hour } });
      const start = new Date(at.epochMilliseconds).toISOString();
      const { status } = await server.api.post(`/api/leads/${id}/bookings`, { start });
      expect(status).toBe(201);
    }
    await signIn();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.goto('/admin?tab=calls');
      const week = page.getByRole('region', { name: 'Week of calls' });
      const readLeft = async (time: string) => {
        const call = week.getByRole('link', { name: `Early Late ${time}` });
        return (await call.boundingBox())?.x ?? 0;
      };
      const left6 = await readLeft('6 am');
      const left8 = await readLeft('8 am');
      const left23 = await readLeft('11 pm');
      expect((left8 - left6) / (left23 - left6)).toBeCloseTo((8 - 6) / (23 - 6), 2);
    }
  });
});
