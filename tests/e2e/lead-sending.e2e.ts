import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { createDeferred, holdRequests } from './hold-requests';
import {
  fetchStoredLeads,
  fillToLastStep,
  leadForm,
  next,
  openForm,
  selectedPackage,
  submit,
  thankYouDialog,
  toast,
  visit,
} from './lead-form';

const leadsAddress = '**/api/leads';

async function openAtLastStep(page: Page, companyName: string, button?: string) {
  await visit(page, '/');
  const form = await openForm(page, button);
  await fillToLastStep(form, companyName);
  return form;
}

test('a sent enquiry is thanked for, word for word', async ({ page }) => {
  const form = await openAtLastStep(page, 'Word For Word', 'Select Full PM');
  await submit(form);
  await expect(toast(page)).toContainText('Thank you for your interest!');
  await expect(toast(page)).toContainText(
    "We'll be in touch within 24 hours to schedule your discovery call.",
  );
  await expect(form).toBeHidden();
  await expect(thankYouDialog(page)).toContainText('Full PM');
  await expect(thankYouDialog(page)).toContainText('$1,000');
  await expect(thankYouDialog(page).getByRole('listitem')).toHaveText([
    'Secure your spot immediately',
    'Unlock priority onboarding',
    'Get started within 48 hours',
  ]);
  await expect(thankYouDialog(page).getByRole('button')).toHaveText([
    '',
    "We'll Contact You",
    'Proceed to Payment',
  ]);
});

test('after success the form is empty and at its first step', async ({ page }) => {
  const form = await openAtLastStep(page, 'Starts Anew', 'Select Full PM');
  await form.getByLabel('Message').fill('Said once.');
  await submit(form);
  await thankYouDialog(page).getByRole('button', { name: "We'll Contact You" }).click();
  await expect(thankYouDialog(page)).toBeHidden();

  await openForm(page);
  await expect(form.getByLabel('Company name')).toHaveValue('');
  await expect(form.getByLabel('Your name')).toHaveValue('');
  await fillToLastStep(form, 'Starts Anew Again');
  await expect(form.getByLabel('Message')).toHaveValue('');
  await expect(form.getByLabel('Interested package')).toHaveValue('');

  await visit(page, '/');
  await openForm(page);
  await expect(form.getByLabel('Company name')).toHaveValue('Starts Anew Again');
});

test('Proceed to Payment leads to the checkout of this lead and this package', async ({
  page,
  server,
}) => {
  await submit(await openAtLastStep(page, 'Pays Now', 'Select Light PM'));
  await thankYouDialog(page).getByRole('button', { name: 'Proceed to Payment' }).click();
  const [lead] = await fetchStoredLeads(server, 'Pays Now');
  const { body } = await server.api.get('/api/packages');
  const chosen = (body as { id: string; name: string }[]).find(({ name }) => name === 'Light PM');
  await expect(page).toHaveURL(`/checkout?leadId=${lead?.id}&packageId=${chosen?.id}`);
});

for (const choice of ['Not sure', 'Network']) {
  test(`"${choice}" has no price, and so nothing is to be paid`, async ({ page, server }) => {
    const button = choice === 'Network' ? 'Select Network' : undefined;
    const form = await openAtLastStep(page, `Undecided ${choice}`, button);
    await form.getByLabel('Interested package').selectOption(choice);
    await submit(form);
    await expect(
      thankYouDialog(page).getByRole('button', { name: "We'll Contact You" }),
    ).toBeVisible();
    await expect(
      thankYouDialog(page).getByRole('button', { name: 'Proceed to Payment' }),
    ).toHaveCount(0);
    expect(await fetchStoredLeads(server, `Undecided ${choice}`)).toMatchObject([
      { interestedPackage: choice },
    ]);
  });
}

test('the thanks close by Escape and give the focus back to the page', async ({ page }) => {
  await submit(await openAtLastStep(page, 'Escapes', 'Select Full PM'));
  await expect(thankYouDialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(thankYouDialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Select Full PM' })).toBeFocused();
});

test('however often Submit is pressed, one lead is stored', async ({ page, server }) => {
  const form = await openAtLastStep(page, 'Impatient');
  let arrived = 0;
  await page.route(leadsAddress, (route) => {
    arrived += 1;
    return route.continue();
  });
  const button = form.getByRole('button', { name: 'Submit' });
  await button.dblclick();
  await expect(thankYouDialog(page)).toBeVisible();
  expect(arrived).toBe(1);
  await thankYouDialog(page).getByRole('button', { name: "We'll Contact You" }).click();

  await openForm(page);
  await fillToLastStep(form, 'Very Impatient');
  // Presses within one task, quicker than any re-render.
  await button.evaluate((element: HTMLButtonElement) => {
    for (let presses = 0; presses < 3; presses += 1) element.click();
  });
  await expect(thankYouDialog(page)).toBeVisible();
  expect(await fetchStoredLeads(server, 'Impatient')).toHaveLength(2);
  expect(await fetchStoredLeads(server, 'Very Impatient')).toHaveLength(1);
});

test('while it is being sent, the button says so', async ({ page }) => {
  const form = await openAtLastStep(page, 'On Its Way');
  const release = await holdRequests(page, leadsAddress);
  await submit(form);
  await expect(form.getByRole('button', { name: 'Submit' })).toHaveAttribute('aria-busy', 'true');
  await expect(form.getByRole('button', { name: 'Previous' })).toBeDisabled();
  release();
  await expect(thankYouDialog(page)).toBeVisible();
});

test('two tabs that send the same enquiry at once store one lead', async ({
  page,
  context,
  server,
}) => {
  const form = await openAtLastStep(page, 'Two Tabs');
  const other = await context.newPage();
  await visit(other, '/');
  const otherForm = await openForm(other);
  await expect(otherForm.getByLabel('Company name')).toHaveValue('Two Tabs');
  await next(otherForm);
  await next(otherForm);

  // Neither is let through before both have been sent.
  const both = createDeferred();
  let sent = 0;
  await context.route(leadsAddress, async (route) => {
    sent += 1;
    if (sent === 2) both.resolve();
    await both.promise;
    await route.continue();
  });
  await submit(form);
  await submit(otherForm);
  await expect(thankYouDialog(page)).toBeVisible();
  await expect(thankYouDialog(other)).toBeVisible();
  expect(await fetchStoredLeads(server, 'Two Tabs')).toHaveLength(1);
});

test('a tab with the same enquiry hears that another has sent it', async ({ page, context }) => {
  const form = await openAtLastStep(page, 'Other Tab');
  const other = await context.newPage();
  await visit(other, '/');
  await openForm(other);
  await submit(form);
  await expect(leadForm(other)).toBeHidden();
  await expect(toast(other)).toContainText('Your enquiry was sent from another tab.');
  await openForm(other);
  await expect(leadForm(other).getByLabel('Company name')).toHaveValue('');
});

test.describe('when sending fails', () => {
  test.use({ allowErrors: /net::ERR_|status of (400|500)/ });

  test('the server’s words are shown, everything is kept, and sending again works', async ({
    page,
    server,
  }) => {
    const form = await openAtLastStep(page, 'Second Try', 'Select Full PM');
    await form.getByLabel('Message').fill('Kept.');
    const refusal = { message: 'The desk is closed until nine.', code: 'unavailable' };
    await page.route(leadsAddress, (route) => route.fulfill({ status: 500, json: refusal }), {
      times: 1,
    });
    await submit(form);
    await expect(toast(page)).toContainText('Something went wrong');
    await expect(toast(page)).toContainText('The desk is closed until nine.');
    await expect(form.getByLabel('Message')).toHaveValue('Kept.');
    await expect(selectedPackage(form)).toHaveText('Full PM ($1,000)');

    await visit(page, '/');
    await openForm(page);
    await next(form);
    await next(form);
    await expect(form.getByLabel('Message')).toHaveValue('Kept.');
    await expect(selectedPackage(form)).toHaveText('Full PM ($1,000)');
    await submit(form);
    await expect(thankYouDialog(page)).toBeVisible();
    expect(await fetchStoredLeads(server, 'Second Try')).toMatchObject([
      { message: 'Kept.', interestedPackage: 'Full PM', email: 'olga@haldenskin.example' },
    ]);
  });

  test('the notification of it leaves the way to try again free', async ({ page }) => {
    const form = await openAtLastStep(page, 'Nothing In The Way');
    await page.route(leadsAddress, (route) => route.fulfill({ status: 500 }), { times: 1 });
    await submit(form);
    await expect(toast(page)).toBeVisible();
    for (const name of ['Previous', 'Close']) {
      await form.getByRole('button', { name }).click({ trial: true, timeout: 2_000 });
    }
    await form.getByRole('button', { name: 'Submit' }).click({ timeout: 2_000 });
    await expect(thankYouDialog(page)).toBeVisible();
  });

  test('what the server says about a field stands at the field', async ({ page }) => {
    const form = await openAtLastStep(page, 'Wrong Field');
    const refusal = {
      message: 'Please check the form.',
      code: 'invalid',
      fields: { email: 'This address does not exist' },
    };
    await page.route(leadsAddress, (route) => route.fulfill({ status: 400, json: refusal }));
    await submit(form);
    await expect(form.getByLabel('Email')).toBeFocused();
    await expect(form.getByLabel('Email')).toHaveAccessibleDescription(
      'This address does not exist',
    );
  });

  test('an answer that got lost does not make a second lead of the retry', async ({
    page,
    server,
  }) => {
    const form = await openAtLastStep(page, 'Lost Answer');
    await page.route(
      leadsAddress,
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await submit(form);
    await expect(toast(page)).toContainText('Something went wrong');
    expect(await fetchStoredLeads(server, 'Lost Answer')).toHaveLength(1);

    await submit(form);
    await expect(thankYouDialog(page)).toBeVisible();
    expect(await fetchStoredLeads(server, 'Lost Answer')).toHaveLength(1);
  });

  test('being offline is said, and sending works once the line is back', async ({
    page,
    context,
    server,
  }) => {
    const form = await openAtLastStep(page, 'No Line');
    await context.setOffline(true);
    await submit(form);
    await expect(toast(page)).toContainText('Something went wrong');
    await expect(toast(page)).toContainText('You are offline.');
    await context.setOffline(false);
    await submit(form);
    await expect(thankYouDialog(page)).toBeVisible();
    expect(await fetchStoredLeads(server, 'No Line')).toHaveLength(1);
  });
});
