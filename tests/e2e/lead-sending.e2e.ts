import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { createDeferred, holdRequests, loseFirstResponse, setOffline } from './hold-requests';
import {
  fetchStoredLeads,
  fillToLastStep,
  next,
  openForm,
  selectedPackage,
  submit,
  thankYouDialog,
  toast,
  visit,
} from './lead-form';

test.use({ sharedSite: 'demo content' });

const leadsUrl = '**/api/leads';

async function openAtLastStep(page: Page, companyName: string, button?: string) {
  await visit(page, '/');
  const form = await openForm(page, button);
  await fillToLastStep(form, companyName);
  return form;
}

test.describe('submitting the lead form', () => {
  test('shows the thank-you dialog of the chosen package, which Escape closes, and resets the form', async ({
    page,
  }) => {
    const form = await openAtLastStep(page, 'Word For Word', 'Select Full PM');
    await form.getByLabel('Message').fill('Said once.');
    await submit(form);
    await expect(form).toBeHidden();
    await expect(toast(page)).toContainText("We'll be in touch within 24 hours");
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
    await page.keyboard.press('Escape');
    await expect(thankYouDialog(page)).toBeHidden();
    await expect(page.getByRole('button', { name: 'Select Full PM' })).toBeFocused();

    await openForm(page);
    await expect(form.getByLabel('Company name')).toHaveValue('');
    await expect(form.getByLabel('Your name')).toHaveValue('');
    await fillToLastStep(form, 'Starts Anew');
    await expect(form.getByLabel('Message')).toHaveValue('');
    await expect(form.getByLabel('Interested package')).toHaveValue('');

    await visit(page, '/');
    await openForm(page);
    await expect(form.getByLabel('Company name')).toHaveValue('Starts Anew');
  });

  test('offers no payment for “Not sure” and for a package without a price', async ({
    page,
    server,
  }) => {
    await visit(page, '/');
    const thanks = thankYouDialog(page);
    for (const [choice, button] of [
      ['Not sure', 'Contact Us'],
      ['Network', 'Select Network'],
    ] as const) {
      const form = await openForm(page, button);
      await fillToLastStep(form, `Undecided ${choice}`);
      await form.getByLabel('Interested package').selectOption(choice);
      await submit(form);
      await expect(thanks.getByRole('button', { name: "We'll Contact You" })).toBeVisible();
      await expect(thanks.getByRole('button', { name: 'Proceed to Payment' })).toHaveCount(0);
      expect(await fetchStoredLeads(server, `Undecided ${choice}`)).toMatchObject([
        { interestedPackage: choice },
      ]);
      await thanks.getByRole('button', { name: "We'll Contact You" }).click();
      await expect(thanks).toBeHidden();
    }
  });

  test('stores one lead however often Submit is clicked', async ({ page, server }) => {
    const form = await openAtLastStep(page, 'Impatient');
    let requests = 0;
    await page.route(leadsUrl, (route) => {
      requests += 1;
      return route.continue();
    });
    const button = form.getByRole('button', { name: 'Submit' });
    await button.dblclick();
    await expect(thankYouDialog(page)).toBeVisible();
    expect(requests).toBe(1);
    await thankYouDialog(page).getByRole('button', { name: "We'll Contact You" }).click();

    await openForm(page);
    await fillToLastStep(form, 'Very Impatient');
    // Clicks within one task, before React can re-render.
    await button.evaluate((element: HTMLButtonElement) => {
      for (let clicks = 0; clicks < 3; clicks += 1) element.click();
    });
    await expect(thankYouDialog(page)).toBeVisible();
    expect(await fetchStoredLeads(server, 'Impatient')).toHaveLength(2);
    expect(await fetchStoredLeads(server, 'Very Impatient')).toHaveLength(1);
  });

  test('stores one lead when two tabs send the same inquiry at once', async ({
    page,
    context,
    server,
  }) => {
    // Hold both requests until the second one has been sent.
    const bothSent = createDeferred();
    let sent = 0;
    await context.route(leadsUrl, async (route) => {
      sent += 1;
      if (sent === 2) bothSent.resolve();
      await bothSent.promise;
      await route.continue();
    });
    const form = await openAtLastStep(page, 'Two Tabs');
    const other = await context.newPage();
    await visit(other, '/');
    const otherForm = await openForm(other);
    await expect(otherForm.getByLabel('Company name')).toHaveValue('Two Tabs');
    await next(otherForm);
    await next(otherForm);

    await submit(form);
    await submit(otherForm);
    await expect(thankYouDialog(page)).toBeVisible();
    await expect(thankYouDialog(other)).toBeVisible();
    expect(await fetchStoredLeads(server, 'Two Tabs')).toHaveLength(1);
  });

  test('shows in another tab what is typed, says so once there, and closes the form there once it is sent', async ({
    page,
    context,
  }) => {
    await visit(page, '/');
    const form = await openForm(page);
    const other = await context.newPage();
    await visit(other, '/');
    const otherForm = await openForm(other);
    await form.getByLabel('Company name').fill('Typed here');
    await expect(toast(other)).toContainText('This form is open in another tab');
    await expect(otherForm.getByLabel('Company name')).toHaveValue('Typed here');
    await expect(toast(page)).toHaveCount(0);

    await fillToLastStep(form, 'Typed here');
    await submit(form);
    await expect(otherForm).toBeHidden();
    await expect(toast(other)).toContainText('Your inquiry was sent from another tab.');
    await openForm(other);
    await expect(otherForm.getByLabel('Company name')).toHaveValue('');
  });

  test('shows the thank-you dialog although the form was closed during sending', async ({
    page,
  }) => {
    const form = await openAtLastStep(page, 'Closed Early', 'Select Full PM');
    const release = await holdRequests(page, leadsUrl);
    await submit(form);
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    release();
    await expect(thankYouDialog(page)).toContainText('Full PM');
    await expect(toast(page)).toContainText("We'll be in touch within 24 hours");
  });

  test.describe('when sending fails', () => {
    test.use({ allowErrors: /net::ERR_|status of (400|500)/ });

    test("shows the server's message over none of the buttons, keeps the input, and sends it on a second try", async ({
      page,
      server,
    }) => {
      const form = await openAtLastStep(page, 'Second Try', 'Select Full PM');
      // With a link, which counts as spam in a form that is sent soon after it was opened.
      const message = 'Kept for www.halden.example';
      await form.getByLabel('Message').fill(message);
      const rejection = { message: 'The desk is closed until nine.', code: 'unavailable' };
      await page.route(leadsUrl, (route) => route.fulfill({ status: 500, json: rejection }), {
        times: 1,
      });
      await submit(form);
      await expect(toast(page)).toContainText('Something went wrong');
      await expect(toast(page)).toContainText('The desk is closed until nine.');
      for (const name of ['Previous', 'Close', 'Submit']) {
        // At once: a click would wait until the toast is gone.
        const isCovered = await form.getByRole('button', { name }).evaluate((button) => {
          const { x, y, width, height } = button.getBoundingClientRect();
          return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
        });
        expect(isCovered, name).toBe(false);
      }
      await expect(toast(page)).toBeVisible();
      await expect(form.getByLabel('Message')).toHaveValue(message);
      await expect(selectedPackage(form)).toHaveText('Full PM ($1,000)');

      await visit(page, '/');
      await openForm(page);
      await next(form);
      await next(form);
      await expect(form.getByLabel('Message')).toHaveValue(message);
      await expect(selectedPackage(form)).toHaveText('Full PM ($1,000)');
      await submit(form);
      await expect(thankYouDialog(page)).toBeVisible();
      expect(await fetchStoredLeads(server, 'Second Try')).toMatchObject([
        { message, suspect: null, interestedPackage: 'Full PM', email: 'olga@haldenskin.example' },
      ]);
    });

    test("marks Submit as busy and locks the fields while sending, and focuses the field that the server's message is about", async ({
      page,
    }) => {
      const form = await openAtLastStep(page, 'Wrong Field');
      const rejection = {
        message: 'Please check the form.',
        code: 'invalid',
        fields: { email: 'This address does not exist' },
      };
      const answered = createDeferred();
      await page.route(leadsUrl, async (route) => {
        await answered.promise;
        await route.fulfill({ status: 400, json: rejection });
      });
      await submit(form);
      const button = form.getByRole('button', { name: 'Submit' });
      await expect(button).toHaveAttribute('aria-busy', 'true');
      await expect(form.getByRole('button', { name: 'Previous' })).toBeDisabled();
      // What is typed now would not be sent, and would be lost with the draft.
      for (const label of ['Message', 'Number of locations']) {
        await expect(form.getByLabel(label)).not.toBeEditable();
      }
      await form.getByLabel('Industry').focus();
      await expect(form.getByLabel('Industry')).not.toBeFocused();
      answered.resolve();
      await expect(form.getByLabel('Email')).toBeFocused();
      await expect(form.getByLabel('Email')).toBeEditable();
      await expect(form.getByLabel('Email')).toHaveAccessibleDescription(
        'This address does not exist',
      );
    });

    test('stores one lead when its response was lost, and the visitor was offline at the next try', async ({
      page,
      server,
    }) => {
      const form = await openAtLastStep(page, 'Lost Response');
      await loseFirstResponse(page, leadsUrl);
      await submit(form);
      await expect(toast(page)).toContainText('Something went wrong');
      expect(await fetchStoredLeads(server, 'Lost Response')).toHaveLength(1);

      await setOffline(page, true);
      await submit(form);
      await expect(toast(page)).toContainText('You are offline.');
      await setOffline(page, false);
      await submit(form);
      await expect(thankYouDialog(page)).toBeVisible();
      expect(await fetchStoredLeads(server, 'Lost Response')).toHaveLength(1);
    });
  });
});
