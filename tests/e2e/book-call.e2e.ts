import { expectNoViolations } from './axe';
import { getUpcomingCall, openCalendarAroundTheClock, timeButtons } from './calls';
import { expect, test } from './fixtures';
import { toast } from './lead-form';
import { createLead } from './leads';

/** The owner's time zone. Visitors are in Berlin. */
const businessZone = 'Europe/Berlin';

test.use({ timezoneId: 'Europe/Berlin' });

test.beforeEach(({ server }) => openCalendarAroundTheClock(server, { timeZone: businessZone }));

test.describe('booking a call for a lead', () => {
  test('finds the lead by name, stays open when Escape closes its list of time zones, and asks for the lead’s status when it is undone', async ({
    page,
    server,
    signIn,
  }) => {
    await createLead(server, { companyName: 'Books By Phone', contactName: 'Petra Novak' });
    await signIn();
    // Too narrow for a form beside the list.
    await page.setViewportSize({ width: 900, height: 800 });
    await page.goto('/admin?tab=calls');
    await page.getByRole('button', { name: 'Book a call' }).click();
    const dialog = page.getByRole('dialog', { name: 'Book a call' });
    const zone = dialog.getByRole('combobox', { name: 'Their time zone' });
    await zone.fill('chicago');
    await expect(dialog.getByRole('option').first()).toContainText('Chicago');
    await zone.press('Escape');
    await expect(dialog.getByRole('option')).toHaveCount(0);
    await expect(zone).toBeFocused();
    await dialog.getByRole('button', { name: 'Book and tell them' }).click();
    await expect(dialog.getByLabel('Lead')).toBeFocused();
    await expect(dialog.getByLabel('Lead')).toHaveAccessibleDescription(/^Choose a lead/);
    await dialog.getByLabel('Lead').fill('Books By');
    await dialog.getByRole('button', { name: /Books By Phone/ }).click();
    await timeButtons(dialog).last().click();
    await expectNoViolations(page);
    await dialog.getByRole('button', { name: 'Book and tell Petra' }).click();
    await expect(dialog).toBeHidden();
    const call = getUpcomingCall(page, 'Books By Phone');
    await expect(call).toBeVisible();
    const week = page.getByRole('region', { name: 'Week of calls' });
    await expect(week.getByRole('link', { name: /Petra Novak/ })).toBeVisible();
    // Checked first: the toast with Undo disappears after a while.
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(call).toBeHidden();
    await expect(week.getByRole('link', { name: /Petra Novak/ })).toContainText('canceled');
    await page.goto('/admin');
    const followUps = page.getByRole('region', { name: 'Follow-ups' });
    await expect(followUps).toContainText('Move Books By Phone back to contacted?');
    await followUps.getByRole('button', { name: /^Move back: Books By Phone/ }).click();
    await expect(followUps).not.toContainText('Books By Phone');
    const { body } = await server.api.get('/api/leads?q=Books%20By%20Phone');
    expect(body).toMatchObject([{ status: 'contacted' }]);
  });
});
