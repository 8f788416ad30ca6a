import type { Page } from '@playwright/test';
import { bookCall, bookedHeading, fillInBooking, timeButtons } from './calls';
import { expect, test, withMotion } from './fixtures';
import {
  fillToLastStep,
  leadForm,
  next,
  openForm,
  submit,
  thankYouDialog,
  visit,
  waitForEntries,
  waitForHydration,
} from './lead-form';

test.use({ sharedSite: 'demo content', ...withMotion, viewport: { width: 390, height: 780 } });

const openFilters = (page: Page) => page.getByRole('button', { name: /^Filters/ }).click();

test.beforeEach(({ page }) => visit(page, '/privacy'));

test.describe('Back', () => {
  test('closes a profile, a package, the filters and the calendar, Forward opens them again, and Close leaves no history entry', async ({
    page,
  }) => {
    for (const [path, open, title] of [
      ['/talent', () => openForm(page, 'View Profile, Marisol Vega'), /^Get Started/],
      ['/', () => openForm(page, 'Select Light PM'), /^Get Started/],
      ['/talent', () => openFilters(page), /^Filters/],
      [
        '/',
        () => page.getByRole('button', { name: 'Schedule a Call' }).click(),
        'Schedule a Discovery Call',
      ],
    ] as const) {
      await visit(page, path);
      const dialog = page.getByRole('dialog', { name: title });
      await open();
      await expect(dialog).toBeVisible();
      await page.goBack();
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL(path);
      await page.goForward();
      await expect(dialog).toBeVisible();
      await dialog.getByRole('button', { name: 'Close', exact: true }).click();
      await expect(dialog).toBeHidden();
      await waitForEntries(page);
      await page.goBack();
      await expect(page).toHaveURL('/privacy');
      await waitForHydration(page);
    }
  });

  test('goes one step back in the lead form and keeps the input; Forward validates', async ({
    page,
  }) => {
    await visit(page, '/');
    const form = await openForm(page);
    const step = (name: string) => form.getByRole('group', { name });
    await fillToLastStep(form, 'Goes Back');
    await page.goBack();
    await expect(form.getByLabel('Email')).toHaveValue('olga@haldenskin.example');
    await page.goBack();
    await expect(form.getByLabel('Company name')).toHaveValue('Goes Back');
    await page.goForward();
    await expect(step('Contact Information')).toBeVisible();
    await page.goBack();
    await form.getByLabel('Company name').fill('');
    await page.goForward();
    await expect(form.getByLabel('Company name')).toHaveAttribute('aria-invalid', 'true');
    await expect(step('Company Information')).toBeVisible();
    await page.goBack();
    await expect(form).toBeHidden();
    await page.goForward();
    await expect(form.getByLabel('Your name')).toHaveValue('Olga Brenner');
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL('/privacy');
  });

  test('goes from the details of a call to its times and keeps the input; a booked call has no entry, and a canceled one stays left', async ({
    page,
  }) => {
    const name = page.getByLabel('Your name');
    await visit(page, '/');
    await page.getByRole('button', { name: 'Schedule a Call' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule a Discovery Call' });
    await timeButtons(dialog).first().click();
    await name.fill('Goes Back');
    await page.goBack();
    await timeButtons(dialog).first().click();
    await expect(name).toHaveValue('Goes Back');
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await waitForEntries(page);

    await visit(page, '/schedule');
    await timeButtons(page).first().click();
    await fillInBooking(page, 'history@x.example');
    await page.goBack();
    await expect(timeButtons(page).first()).toBeVisible();
    await page.goForward();
    await expect(name).toHaveValue('Olga Brenner');
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await waitForEntries(page);
    await timeButtons(page).last().click();
    await bookCall(page);
    await expect(bookedHeading(page)).toBeFocused();
    await waitForEntries(page);
    await expect(bookedHeading(page)).toBeInViewport();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Your discovery call' })).toBeVisible();
    await page.getByRole('button', { name: 'Cancel call' }).click();
    await page.getByRole('button', { name: 'Cancel the call' }).click();
    await page.getByRole('button', { name: 'Book another time' }).click();
    await page.goForward();
    await waitForEntries(page);
    await page.reload();
    await expect(timeButtons(page).first()).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/');
  });

  test('closes the thank-you dialog, then leaves the page, as it does after a reload with an open dialog', async ({
    page,
  }) => {
    await visit(page, '/');
    const form = await openForm(page);
    await fillToLastStep(form, 'Sent And Back');
    await submit(form);
    await expect(thankYouDialog(page)).toBeVisible();
    await expect.poll(() => page.evaluate(() => history.state?.dialogs)).toEqual(['thank-you']);
    await page.goBack();
    await expect(thankYouDialog(page)).toBeHidden();
    await expect(leadForm(page)).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL('/privacy');

    await visit(page, '/');
    await openForm(page);
    await form.getByLabel('Company name').fill('Reloads');
    await form.getByLabel('Your name').fill('Olga Brenner');
    await next(form);
    await expect(form.getByLabel('Email')).toBeVisible();
    await page.reload();
    await waitForEntries(page);
    await expect(form).toBeHidden();
    await page.goBack();
    await expect(page).toHaveURL('/privacy');
  });

  test('closes the filters and keeps what was selected', async ({ page }) => {
    await visit(page, '/talent');
    await openFilters(page);
    const dialog = page.getByRole('dialog', { name: /^Filters/ });
    await dialog.getByLabel('Operations Manager').check();
    await dialog.getByLabel('Healthcare').check();
    await page.goBack();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL('/talent?role=Operations+Manager&industry=Healthcare');
    await expect(page.getByText('Showing 1 professional(s)', { exact: true })).toBeVisible();
    await page.goBack();
    await expect(page).toHaveURL('/privacy');
  });
});
