import { createHmac } from 'node:crypto';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { loseFirstResponse } from './hold-requests';
import { toast, undoByKeyboard } from './lead-form';
import { createLead, type Site } from './leads';

const secret = 'cal-secret';

test.use({
  allowErrors: /net::ERR_FAILED/,
  timezoneId: 'America/Chicago',
  settings: { SCHEDULING_URL: 'https://cal.com/crew/call', CAL_WEBHOOK_SECRET: secret },
});

/** Creates a lead whose call at a provider took place an hour ago. @returns the lead's id */
async function createPastCall(site: Site, companyName: string, contactName: string) {
  const email = `${companyName.replaceAll(' ', '.').toLowerCase()}@x.example`;
  const { id: leadId } = await createLead(site, { companyName, contactName, email });
  const uid = `past-${leadId}`;
  const message = {
    triggerEvent: 'BOOKING_CREATED',
    createdAt: new Date().toISOString(),
    payload: {
      uid,
      startTime: new Date(Date.now() - 3_600_000).toISOString(),
      attendees: [{ email, name: contactName, timeZone: 'America/Chicago' }],
    },
  };
  const signature = createHmac('sha256', secret).update(JSON.stringify(message)).digest('hex');
  const { status } = await site.api.post('/api/scheduling/webhook/cal', message, {
    'x-cal-signature-256': signature,
  });
  expect(status).toBe(204);
  const report = { provider: 'cal', externalId: uid, leadId };
  expect((await site.api.post('/api/scheduling/confirmations', report)).status).toBe(204);
  return leadId;
}

test.describe('result of a call', () => {
  test('is logged once with a note and the next step, also when a response is lost, and is in the lead’s timeline', async ({
    page,
    server,
    signIn,
  }) => {
    const leadId = await createPastCall(server, 'Lakeshore Barre', 'Petra Novak');
    await signIn();
    await page.goto('/admin?tab=calls');
    const calls = page.getByRole('list', { name: 'Past and canceled calls' });
    const call = calls.getByRole('listitem').filter({ hasText: 'Petra Novak' });
    await call.getByRole('button', { name: /^Log result/ }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Log result' });
    await expect(dialog).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(dialog.getByRole('radio', { name: 'It took place' })).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Wants two people by May.');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Send the proposal');
    await expectNoViolations(page);
    await dialog.getByLabel('Note').press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).press('Enter');
    await loseFirstResponse(page, '**/result');
    const save = dialog.getByRole('button', { name: 'Save result' });
    await save.press('Enter');
    await expect(toast(page)).toContainText('Error');
    await save.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(call).toContainText('took place');
    await expect(call.getByRole('button', { name: /^Change result/ })).toBeFocused();

    await page.goto(`/admin/leads/${leadId}`);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    await expect(timeline.getByText(/^Call took place/)).toHaveCount(1);
    await expect(timeline.getByText('Wants two people by May.')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Planned' })).toContainText('Send the proposal');
    await page.getByRole('button', { name: 'Change result' }).click();
    await page.getByRole('radio', { name: 'No-show' }).check();
    await page.getByRole('button', { name: 'Save result' }).click();
    await expect(timeline.getByText(/^Missed the call/)).toBeVisible();
  });

  test('is a no-show after one press, and undoing a result restores the previous one, if any', async ({
    page,
    server,
    signIn,
  }) => {
    await createPastCall(server, 'Northlake Fitness', 'Aaron Feld');
    await signIn();
    await page.goto('/admin?tab=calls');
    const calls = page.getByRole('list', { name: 'Past and canceled calls' });
    const call = calls.getByRole('listitem').filter({ hasText: 'Aaron Feld' });
    const logButton = call.getByRole('button', { name: /^Log result/ });
    const changeButton = call.getByRole('button', { name: /^Change result/ });
    await call.getByRole('button', { name: 'No-show: Aaron Feld' }).press('Enter');
    await expect(call.getByText('no-show', { exact: true })).toBeVisible();
    await expect(changeButton).toBeFocused();
    await undoByKeyboard(page);
    await expect(logButton).toBeFocused();
    await expectNoViolations(page);

    const dialog = page.getByRole('dialog', { name: 'Log result' });
    const save = dialog.getByRole('button', { name: 'Save result' });
    await logButton.click();
    await dialog.getByLabel('Note').fill('Wants two people by May.');
    await save.click();
    await expect(call).toContainText('took place');
    await expect(toast(page)).toContainText('Undo keeps the note.');
    await changeButton.click();
    await dialog.getByRole('radio', { name: 'No-show' }).check();
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(call).toContainText('no-show');
    await undoByKeyboard(page);
    await expect(call).toContainText('took place');
  });

  test('can be logged after the calls could not be loaded at first, which the page says', async ({
    page,
    server,
    signIn,
  }) => {
    await createPastCall(server, 'Harbor Pilates', 'Ines Duarte');
    await signIn();
    let isDown = true;
    await page.route('**/bookings?from=*', (route) => (isDown ? route.abort() : route.continue()));
    await page.goto('/admin?tab=calls');
    const log = page.getByRole('button', { name: 'Log result of the call with Ines Duarte' });
    const getFailure = (name: string) =>
      page.getByRole('alert').filter({ hasText: `${name} could not be loaded.` });
    await expect(getFailure('The calls of the week')).toBeVisible();
    await expect(getFailure('Past calls')).toBeVisible();
    await expect(log).toHaveCount(0);
    isDown = false;
    await getFailure('Past calls').getByRole('button', { name: 'Try again' }).click();
    await expect(log).toBeVisible();
    await page.getByRole('button', { name: 'Week before' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
