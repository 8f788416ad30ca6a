import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import { loseFirstResponse } from './hold-requests';
import { fetchStoredLeads, selectedPackage } from './lead-form';

test.use({ sharedSite: 'demo content', javaScriptEnabled: false });

async function fillAndSubmit(page: Page, companyName: string): Promise<void> {
  await page.getByLabel('Company name').fill(companyName);
  await page.getByLabel('Your name').fill('Olga Brenner');
  await page.getByLabel('Email').fill('olga@noscript.example');
  await page.getByLabel('Industry').selectOption('Fitness');
  await page.getByLabel('Number of locations').fill('3');
  await page.getByLabel('Message').fill('Plain and simple.');
  await page.getByRole('button', { name: 'Submit' }).click();
}

test.describe('site without JavaScript', () => {
  test('leads from a package to the inquiry page and stores one lead, even after a reload', async ({
    page,
    server,
  }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Select Full PM' }).click();
    await expect(page).toHaveURL(/\/enquiry\?package=[\w-]{36}$/);
    await expect(
      page.getByRole('heading', { name: 'Get Started with Crewbridge', level: 1 }),
    ).toBeVisible();
    await expect(selectedPackage(page)).toHaveText('Full PM ($1,000)');

    await fillAndSubmit(page, 'No Script Salons');

    await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
    await expect(page.getByText('Secure your spot immediately')).toBeVisible();
    const leads = await fetchStoredLeads(server, 'No Script Salons');
    expect(leads).toMatchObject([
      {
        contactName: 'Olga Brenner',
        email: 'olga@noscript.example',
        industry: 'Fitness',
        numberOfLocations: 3,
        interestedPackage: 'Full PM',
        message: 'Plain and simple.',
        status: 'new',
      },
    ]);
    const pay = page.getByRole('link', { name: 'Proceed to Payment' });
    await expect(pay).toHaveAttribute('href', new RegExp(`^/checkout\\?leadId=${leads[0]?.id}&`));

    await page.reload();
    await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
    expect(await fetchStoredLeads(server, 'No Script Salons')).toHaveLength(1);
    await page.getByRole('link', { name: "We'll Contact You" }).click();
    await expect(page).toHaveURL('/');
  });

  test.describe('when the response is lost', () => {
    test.use({ allowErrors: /net::ERR_/ });

    test('stores one lead when the visitor goes back and submits the restored form', async ({
      page,
      server,
    }) => {
      await page.goto('/enquiry?package=Full+PM');
      await loseFirstResponse(page, '**/enquiry');
      await fillAndSubmit(page, 'Lost And Back');
      const fetchLeads = () => fetchStoredLeads(server, 'Lost And Back');
      await expect.poll(fetchLeads).toHaveLength(1);
      await expect(page).toHaveURL(/^chrome-error:/);
      await page.goBack();
      await page.getByRole('button', { name: 'Submit' }).click();
      const pay = page.getByRole('link', { name: 'Proceed to Payment' });
      await expect(pay).toBeVisible();
      const leads = await fetchLeads();
      expect(leads).toHaveLength(1);
      await expect(pay).toHaveAttribute('href', new RegExp(`leadId=${leads[0]?.id}&`));
    });
  });

  test.describe('when the inquiry is invalid', () => {
    // The browser logs the 400 response that shows the errors.
    test.use({ allowErrors: /status of 400/ });

    test('shows an error at each field, and keeps the input', async ({ page }) => {
      await page.goto('/enquiry?package=Light+PM');
      await page.getByLabel('Your name').fill('Olga Brenner');
      await page.getByLabel('Email').fill('olga@');
      await page.getByLabel('Number of locations').fill('0');
      await page.getByLabel('Message').fill('Still here?');
      await page.getByRole('button', { name: 'Submit' }).click();

      const errors = {
        'Company name': 'Required',
        Email: 'Please enter a valid email address',
        'Number of locations': 'Please enter a whole number, 1 or more',
      };
      for (const [label, message] of Object.entries(errors)) {
        await expect(page.getByLabel(label)).toHaveAttribute('aria-invalid', 'true');
        await expect(page.getByLabel(label)).toHaveAccessibleDescription(message);
      }
      await expect(page.getByRole('alert').getByRole('link')).toHaveText(Object.keys(errors));
      await expect(page.getByLabel('Your name')).toHaveValue('Olga Brenner');
      await expect(page.getByLabel('Your name')).not.toHaveAttribute('aria-invalid');
      await expect(page.getByLabel('Email')).toHaveValue('olga@');
      await expect(page.getByLabel('Message')).toHaveValue('Still here?');
      await expect(selectedPackage(page)).toHaveText('Light PM ($300)');
    });
  });

  test.describe('on a small screen', () => {
    test.use({ viewport: { width: 390, height: 780 } });

    test('opens the menu and follows its links', async ({ page }) => {
      await page.goto('/');
      const menu = page.getByRole('navigation', { name: 'Menu' });
      await expect(menu).toBeHidden();
      await page.locator('summary[aria-label="Menu"]').click();
      await menu.getByRole('link', { name: 'Browse Talent' }).click();
      await expect(page).toHaveURL('/talent');

      await page.locator('summary[aria-label="Menu"]').click();
      await menu.getByRole('button', { name: 'Book Discovery Call' }).click();
      await expect(page).toHaveURL(/\/schedule\??$/);
      await page.getByRole('link', { name: 'Tell us when works for you' }).click();
      await expect(page).toHaveURL('/enquiry');
    });
  });
});
