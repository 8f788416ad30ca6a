import type { Page } from '@playwright/test';
import { emptyLeadValues } from '../../src/leads/inquiry/lead-form-options';
import { createDraft, draftStorageKey, serializeDraft } from '../../src/leads/public/draft-store';
import { expect, test } from './fixtures';
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
  waitForHydration,
} from './lead-form';

test.use({ sharedSite: 'demo content' });

/**
 * Restores a page as from the back/forward cache, which the tests' browser lacks, after another page
 * has stored or removed the draft.
 */
const restoreAfterChange = (page: Page, draft: string | null) =>
  page.evaluate(
    ([key, text]) => {
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      if (text === null) localStorage.removeItem(key);
      else localStorage.setItem(key, text);
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    },
    [draftStorageKey, draft] as const,
  );

test.describe('lead form', () => {
  test('marks the current step and what is optional in it, offers the packages and industries of the site, and keeps every value on the way back', async ({
    page,
  }) => {
    await visit(page, '/');
    const form = await openForm(page);
    const current = form.locator('[aria-current="step"]');
    const optional = form.locator('label', { hasText: 'optional' });
    await expect(form.getByRole('button', { name: 'Previous' })).toHaveCount(0);
    await expect(optional).toHaveCount(0);
    await form.getByLabel('Company name').fill('Three Circles');
    await form.getByLabel('Your name').fill('Olga Brenner');
    await next(form);
    await expect(current).toHaveText('2Contact Information');
    await expect(form.getByRole('listitem').first()).toHaveText('Company Information, done');
    await expect(optional).toHaveText([/^Phone/]);
    await form.getByLabel('Email').fill('olga@haldenskin.example');
    await next(form);
    await expect(current).toHaveText('3Tell Us More');
    await expect(optional).toHaveText([
      /^Industry/,
      /^Number of locations/,
      /^Interested package/,
      /^Message/,
    ]);
    const getOptions = (label: string) => form.getByLabel(label).locator('option:not([value=""])');
    await expect(form.getByLabel('Interested package')).toHaveValue('');
    await expect(getOptions('Interested package')).toHaveText([
      'Light PM ($300)',
      'Full PM ($1,000)',
      'Not sure',
    ]);
    await expect(getOptions('Industry')).toHaveText([
      'Beauty & MedSpa',
      'Fitness',
      'Retail',
      'Healthcare',
      'Other',
    ]);

    await form.getByLabel('Industry').selectOption('Retail');
    await form.getByLabel('Number of locations').fill('7');
    await form.getByLabel('Message').fill('Two desks.');
    await form.getByRole('button', { name: 'Previous' }).click();
    await expect(form.getByLabel('Email')).toHaveValue('olga@haldenskin.example');
    await form.getByRole('button', { name: 'Previous' }).click();
    await expect(form.getByLabel('Company name')).toHaveValue('Three Circles');
    await expect(form.getByLabel('Your name')).toHaveValue('Olga Brenner');
    await next(form);
    await next(form);
    await expect(form.getByLabel('Industry')).toHaveValue('Retail');
    await expect(form.getByLabel('Number of locations')).toHaveValue('7');
    await expect(form.getByLabel('Message')).toHaveValue('Two desks.');
  });

  test('checks the fields of each step before the next one, and stores what is left empty as null', async ({
    page,
    server,
  }) => {
    await visit(page, '/');
    const form = await openForm(page);
    const company = form.getByLabel('Company name');
    const name = form.getByLabel('Your name');
    await expect(company).toBeFocused();
    await next(form);
    for (const field of [company, name]) {
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription('Required');
    }
    await expect(company).toBeFocused();
    await company.fill('Needs It All');
    await expect(company).not.toHaveAttribute('aria-invalid');
    await name.fill('   ');
    await next(form);
    await expect(name).toBeFocused();
    await expect(form.getByText('Required', { exact: true })).toHaveCount(1);
    await name.fill('Olga Brenner');
    await next(form);

    const email = form.getByLabel('Email');
    await expect(email).toBeFocused();
    for (const invalid of ['', 'olga@halden skin.example']) {
      await email.fill(invalid);
      await next(form);
      await expect(email).toHaveAccessibleDescription('Please enter a valid email address');
      await expect(email).toHaveAttribute('aria-invalid', 'true');
      await expect(email).toBeFocused();
    }
    await email.fill('olga@haldenskin.example');
    await expect(email).not.toHaveAttribute('aria-invalid');
    const phone = form.getByLabel('Phone');
    const remark = form.getByText('This doesn’t look like a phone number.');
    await phone.fill('512 555');
    await expect(remark).toHaveCount(0);
    await email.focus();
    await expect(remark).toBeVisible();
    await expect(phone).not.toHaveAttribute('aria-invalid');
    await phone.fill('');
    await expect(remark).toHaveCount(0);
    await email.press('Enter');

    const locations = form.getByLabel('Number of locations');
    for (const invalid of ['0', 'many']) {
      await locations.fill(invalid);
      await submit(form);
      await expect(locations).toHaveAccessibleDescription('Please enter a whole number, 1 or more');
      await expect(locations).toBeFocused();
    }
    await locations.fill('');
    await submit(form);
    await expect(thankYouDialog(page)).toBeVisible();
    expect(await fetchStoredLeads(server, 'Needs It All')).toMatchObject([
      { numberOfLocations: null, industry: null, phone: null, message: null },
    ]);
  });

  test('keeps the focus inside, closes on Escape and on Close, and returns the focus to its button', async ({
    page,
  }) => {
    await visit(page, '/');
    const opener = page.getByRole('button', { name: 'Select Light PM' });
    const form = await openForm(page, 'Select Light PM');
    for (let presses = 0; presses < 8; presses += 1) {
      await page.keyboard.press('Tab');
      await expect(form.locator(':focus')).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await expect(form).toBeHidden();
    await expect(opener).toBeFocused();

    await opener.press('Enter');
    await form.getByRole('button', { name: 'Close' }).click();
    await expect(form).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('reopens at the step where it was closed, and keeps the input, also after a reload', async ({
    page,
  }) => {
    await visit(page, '/');
    const form = await openForm(page);
    await fillToLastStep(form, 'Interrupted');
    await form.getByLabel('Message').fill('The phone rang.');
    await form.getByRole('button', { name: 'Close' }).click();
    await expect(form).toBeHidden();
    await openForm(page);
    await expect(form.getByLabel('Message')).toHaveValue('The phone rang.');
    await expect(form.getByRole('button', { name: 'Submit' })).toBeVisible();

    await page.reload();
    await waitForHydration(page);
    await openForm(page, 'Select Full PM');
    await expect(form.getByLabel('Company name')).toHaveValue('Interrupted');
    await expect(form.getByLabel('Your name')).toHaveValue('Olga Brenner');
    await next(form);
    await expect(form.getByLabel('Email')).toHaveValue('olga@haldenskin.example');
    await next(form);
    await expect(form.getByLabel('Message')).toHaveValue('The phone rang.');
    await expect(selectedPackage(form)).toHaveText('Full PM ($1,000)');
  });

  test('takes over what was typed or sent while the page was in the back/forward cache', async ({
    page,
  }) => {
    await visit(page, '/');
    const form = await openForm(page);
    // Nothing has changed: the form stays open.
    await restoreAfterChange(page, null);
    await form.getByLabel('Company name').fill('Typed before');
    const draft = {
      ...createDraft(() => 'key-of-the-other-page'),
      values: {
        ...emptyLeadValues,
        companyName: 'Typed since',
        email: 'olga@haldenskin.example',
        message: 'A long message.',
      },
    };
    await restoreAfterChange(page, serializeDraft(draft));
    await expect(form.getByLabel('Company name')).toHaveValue('Typed since');
    await form.getByLabel('Your name').fill('Olga Brenner');
    // The next keystrokes are added to the newer draft.
    await page.reload();
    await waitForHydration(page);
    await openForm(page);
    await expect(form.getByLabel('Your name')).toHaveValue('Olga Brenner');
    await next(form);
    await next(form);
    await expect(form.getByLabel('Message')).toHaveValue('A long message.');
    await restoreAfterChange(page, null);
    await expect(form).toBeHidden();
    await expect(toast(page)).toContainText('Your inquiry was sent from another tab.');
  });
});
