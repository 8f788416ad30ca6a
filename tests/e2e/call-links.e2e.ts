import { MINUTE } from '../../src/lib/time/durations';
import { sampleLead } from '../support/samples';
import { dialogSelector, everySize, expectNoViolations } from './axe';
import {
  bookCall,
  bookedHeading,
  bookTime,
  chooseDay,
  createBooking,
  fetchFreeSlots,
  fetchUpcomingCalls,
  formatTime,
  openCalendarAroundTheClock,
  timeButtons,
} from './calls';
import { expect, test } from './fixtures';
import { fetchStoredLeads, sendForm, thankYouDialog, visit } from './lead-form';

test.beforeEach(({ server }) => openCalendarAroundTheClock(server));

test.describe('links to the call scheduler', () => {
  test('reschedules and cancels a call through the link in the confirmation email', async ({
    page,
    server,
  }) => {
    await visit(page, '/schedule');
    await chooseDay(page, 4);
    await bookTime(page, 'mail@links.example', 5);
    await expect(page.getByText('on its way to mail@links.example')).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Add to calendar' }).click();
    expect((await download).suggestedFilename()).toBe('discovery-call.ics');
    const { text } = await server.smtp.find(({ to }) => to === 'mail@links.example');
    const link = /\/schedule#call=[\w-]+/.exec(text)?.[0] ?? '';

    await page.goto('/privacy');
    await visit(page, link);
    await expect(page.getByRole('heading', { name: 'Your discovery call' })).toBeVisible();
    expect(
      (await fetchUpcomingCalls(server)).filter(({ email }) => email === 'mail@links.example'),
    ).toHaveLength(1);
    await page.getByRole('button', { name: 'Reschedule' }).click();
    const times = page.getByRole('heading', { name: /^Times on/ });
    await expect(times).toBeFocused();
    await chooseDay(page, 6);
    await timeButtons(page).nth(7).click();
    await expect(page.getByRole('heading', { name: 'Move your call?' })).toBeFocused();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(times).toBeFocused();
    await timeButtons(page).nth(7).click();
    await expectNoViolations(page, { within: 'main', sizes: everySize });
    await page.getByRole('button', { name: 'Move the call' }).click();
    await expect(page.getByRole('heading', { name: 'Your call has a new time' })).toBeFocused();

    await page.getByRole('button', { name: 'Cancel call' }).click();
    const keep = page.getByRole('group', { name: 'Cancel this call?' }).getByText('Keep call');
    await expect(keep).toBeFocused();
    await keep.press('Enter');
    await expect(page.getByRole('heading', { name: 'Your call has a new time' })).toBeFocused();
    await page.getByRole('button', { name: 'Cancel call' }).click();
    await page.getByRole('button', { name: 'Cancel the call' }).click();
    await expect(page.getByRole('heading', { name: 'Your call is canceled' })).toBeFocused();
    await expectNoViolations(page, { within: 'main', sizes: everySize });
    expect(
      (await fetchUpcomingCalls(server)).filter(({ email }) => email === 'mail@links.example'),
    ).toEqual([]);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your call is canceled' })).toBeVisible();
  });

  test('offers times that overlap the call that is moved', async ({ page, server }) => {
    await openCalendarAroundTheClock(server, { bufferMinutes: 15 });
    const slots = await fetchFreeSlots(server);
    const timeOf = (slot = '') => formatTime(slot, 'Europe/Berlin');
    const index = slots.findIndex((slot) => timeOf(slot) === '10 am');
    const { token } = await createBooking(server, 'Half An Hour Later', slots[index]);
    await visit(page, `/schedule#call=${token}`);
    await page.getByRole('button', { name: 'Reschedule' }).click();
    await page.getByRole('button', { name: timeOf(slots[index + 1]), exact: true }).click();
    await page.getByRole('button', { name: 'Move the call' }).click();
    await expect(page.getByRole('heading', { name: 'Your call has a new time' })).toBeFocused();
  });

  test('shows how to join a call that has started, and offers another one when it is over', async ({
    page,
    server,
  }) => {
    const [start = ''] = await fetchFreeSlots(server);
    const { token, end, place } = await createBooking(server, 'Late Ltd', start);
    const card = page.locator('[data-step=call]');
    await page.clock.setFixedTime(Date.parse(start) + 2 * MINUTE);
    await visit(page, `/schedule#call=${token}`);
    await expect(card.getByRole('heading')).toHaveText('Your call has started');
    await expect(card.getByText(place)).toBeVisible();
    await expect(card.getByRole('button')).toHaveCount(0);
    await page.clock.setFixedTime(end);
    await page.reload();
    await expect(card.getByRole('heading')).toHaveText('This call is over');
    await expect(card.getByRole('button')).toHaveText(['Book another time']);
  });

  test("sets the lead's status when the call is booked through the lead's confirmation email", async ({
    page,
    server,
  }) => {
    const lead = { ...sampleLead, companyName: 'Own Link Ltd', email: 'own-link@links.example' };
    await server.api.post('/api/leads', lead);
    const { text } = await server.smtp.find(({ to }) => to === lead.email);
    const link = /\/schedule#lead=[\w-]+/.exec(text)?.[0] ?? '';
    await visit(page, link);
    await expect(page).toHaveURL(/\/schedule$/);
    // The link's key survives a reload.
    await page.reload();
    await chooseDay(page, 7);
    await bookTime(page, 'someone-else@links.example', 3);
    expect(await fetchStoredLeads(server, lead.companyName)).toMatchObject([
      { status: 'discovery_call' },
    ]);
  });

  test("opens the calendar from the thank-you dialog and sets the lead's status", async ({
    page,
    server,
  }) => {
    await visit(page, '/');
    await sendForm(page, 'Thanked & Booked');
    const thanks = thankYouDialog(page);
    await thanks.getByRole('link', { name: 'Book your call now' }).click();
    const calendar = page.getByRole('dialog', { name: 'Schedule a Discovery Call' });
    await chooseDay(calendar, 8);
    await timeButtons(calendar).nth(3).click();
    await expect(calendar.getByLabel('Company name')).toHaveValue('Thanked & Booked');
    await bookCall(calendar);
    await expect(bookedHeading(calendar)).toBeVisible();
    expect(await fetchStoredLeads(server, 'Thanked & Booked')).toMatchObject([
      { status: 'discovery_call' },
    ]);
    await calendar.getByRole('button', { name: 'Close' }).click();
    await expect(thanks).toBeVisible();
    await expectNoViolations(page, { within: dialogSelector });
  });
});
