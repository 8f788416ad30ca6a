import type { Locator, Page } from '@playwright/test';
import { dialogSelector, expectNoViolations } from './axe';
import { bookTime, chooseDay, openCalendarAroundTheClock } from './calls';
import { visit } from './lead-form';
import { createLead, openLead, openLeadPage } from './leads';
import { expect, pay, test } from './payment-fixtures';
import { submitLead } from './platforms';

/** Moves the mouse: the site stores a visit's attribution after the first interaction. */
async function interact(page: Page): Promise<void> {
  const reported = page.waitForRequest('**/api/funnel');
  await page.mouse.move(10, 10);
  await page.mouse.move(40, 40);
  await reported;
}

/** Opens a lead's history. @returns its entries, the newest first */
async function openHistory(form: Locator): Promise<Locator> {
  await form.getByText('History', { exact: true }).click();
  return form.locator('details').getByRole('listitem');
}

test.describe('lead timeline', () => {
  test('lists a payment and shows which campaign it came from', async ({
    page,
    signIn,
    stripe,
  }) => {
    await visit(page, '/?utm_source=spring-fair&utm_medium=flyer');
    await interact(page);
    await submitLead(page, 'Paid By Card');
    await page.getByRole('button', { name: 'Proceed to Payment' }).click();
    await pay(page);
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    expect(stripe.only().status).toBe('succeeded');

    await signIn();
    const form = await openLead(page, 'Paid By Card');
    await expect(form.getByRole('region', { name: 'Payments' })).toContainText(
      'Source: spring-fair, flyer, to /',
    );
    await expect(await openHistory(form)).toHaveText([
      /^Paid \$1,000 for Full PM .* \d{1,2}(:\d\d)?\s[ap]m$/,
      /^Began to pay \$1,000 for Full PM .* \d{1,2}(:\d\d)?\s[ap]m$/,
    ]);
  });

  test('lists a booked call and shows which campaign it came from', async ({
    page,
    server,
    signIn,
  }) => {
    await openCalendarAroundTheClock(server);
    await visit(page, '/talent?utm_source=spring-fair');
    await interact(page);
    // Book on a page whose URL does not contain the campaign.
    await visit(page, '/schedule');
    await chooseDay(page);
    await bookTime(page, 'timeline@x.example');

    await signIn();
    await visit(page, '/admin?tab=calls');
    const calls = page.getByRole('list', { name: 'Upcoming calls' }).first();
    await expect(calls).toContainText('Source: spring-fair, to /talent');
    const form = await openLead(page, 'Halden Skin Studios');
    await expect(form.getByRole('list', { name: 'Calls' })).toContainText('Source: spring-fair');
    await expect(await openHistory(form)).toHaveText([
      /^Booked a call: [A-Z][a-z]+day, .* \d{1,2}(:\d\d)?\s[ap]m$/,
    ]);
    await expectNoViolations(page, { within: dialogSelector });
  });

  test('keeps a note that is being typed when a colleague merges the lead into another', async ({
    page,
    server,
    signIn,
  }) => {
    const kept = await createLead(server, { companyName: 'Keeps Its Page' });
    await signIn();
    await page.clock.install();
    const { id } = await openLeadPage(page, server, { companyName: 'Merged Meanwhile' });
    const note = page.getByRole('textbox', { name: 'Note' });
    await note.fill('Half a sentence');
    await server.api.post('/api/leads/merge', { keepId: kept.id, otherId: id });
    await page.clock.fastForward(10_000);
    await expect(page.getByRole('heading', { name: 'Keeps Its Page', level: 1 })).toBeVisible();
    await expect(note).toHaveValue('Half a sentence');
  });

  test('has one line for a call that was moved and canceled, which opens to its steps', async ({
    page,
    server,
    signIn,
  }) => {
    await openCalendarAroundTheClock(server);
    await signIn();
    const { id } = await createLead(server, { companyName: 'Moved And Canceled' });
    const { body } = await server.api.get('/api/scheduling/slots');
    const [first, second] = (body as { slots: string[] }).slots;
    const booked = await server.api.post(`/api/leads/${id}/bookings`, { start: first });
    const url = `/api/scheduling/bookings/${(booked.body as { id: string }).id}`;
    await server.api.patch(url, { start: second, message: 'Something came up.' });
    await server.api.patch(url, { status: 'canceled', message: 'We have to cancel.' });
    await page.goto(`/admin/leads/${id}`);
    const timeline = page.getByRole('region', { name: 'Timeline' });
    const line = timeline.getByRole('listitem').filter({ hasText: /^\d.*Canceled the call/ });
    await expect(line).toHaveCount(1);
    await expect(timeline.getByText(/^(Booked a|Moved the) call/).first()).toBeHidden();
    await line.getByText(/^2 earlier steps/).press('Enter');
    await expect(line.getByText(/^Booked a call/)).toBeVisible();
    await expect(line.getByText(/^Moved the call/)).toBeVisible();
    await expectNoViolations(page);
  });
});
