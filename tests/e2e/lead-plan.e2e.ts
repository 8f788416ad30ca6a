import type { Locator, Page } from '@playwright/test';
import type { LeadInput } from '../../src/leads/contract';
import { createDraft, draftStorageKey, serializeDraft } from '../../src/leads/public/draft-store';
import { samplePlan, samplePlanCode } from '../support/sample-plan';
import { dialogSelector, everySize, expectNoViolations } from './axe';
import { openCalendarAroundTheClock, timeButtons } from './calls';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import {
  fetchStoredLeads,
  fillToLastStep,
  leadForm,
  openForm,
  submit,
  thankYouDialog,
  visit,
} from './lead-form';
import { createLead } from './leads';

/** Opens the home page in a browser that has painted a plan. */
async function visitWithPlan(page: Page): Promise<void> {
  const draft = serializeDraft({ ...createDraft(() => crypto.randomUUID()), plan: samplePlan });
  await page.addInitScript(
    ([name, text]) => {
      if (sessionStorage.getItem('seeded')) return;
      sessionStorage.setItem('seeded', '1');
      localStorage.setItem(name, text);
    },
    [draftStorageKey, draft] as const,
  );
  await visit(page, '/');
}

test.describe('plan in the lead form', () => {
  test('goes along with the inquiry, fills in its fields, and is in the thank-you message', async ({
    page,
    server,
  }) => {
    await visitWithPlan(page);
    const form = await openForm(page);
    await expect(form).toContainText('Front desk and Phone, 14 hours a week');
    await expect(form.getByRole('link', { name: 'Change' })).toHaveAttribute(
      'href',
      `/cover?p=${samplePlanCode}`,
    );
    await expectNoViolations(page, { within: dialogSelector, sizes: everySize });
    await fillToLastStep(form, 'Plan Sender');
    await expect(form.getByLabel('Industry')).toHaveValue('Beauty');
    await expect(form.getByLabel('Number of locations')).toHaveValue('4');
    await expect(form.getByLabel('Send my cost numbers along')).toHaveCount(0);
    await submit(form);
    await expect(thankYouDialog(page)).toContainText('We have your plan: 14 hours a week.');
    const leads = await fetchStoredLeads(server, 'Plan Sender');
    expect(leads).toMatchObject([{ plan: samplePlan, industry: 'Beauty', numberOfLocations: 4 }]);
    await thankYouDialog(page).getByRole('button', { name: 'Contact You' }).click();
    await openForm(page);
    await expect(leadForm(page)).not.toContainText('Your plan');
  });

  test('stays out when the visitor leaves it out, also after a reload', async ({
    page,
    server,
  }) => {
    await visitWithPlan(page);
    const form = await openForm(page);
    await form.getByRole('button', { name: 'Leave out' }).click();
    await expect(form).toContainText('Your plan stays out.');
    await form.getByRole('button', { name: 'Include it' }).click();
    await expect(form).toContainText('14 hours a week');
    await form.getByRole('button', { name: 'Leave out' }).click();
    await visit(page, '/');
    await openForm(page);
    await expect(form).not.toContainText('plan');
    await fillToLastStep(form, 'Plan Leaver');
    await submit(form);
    await expect(thankYouDialog(page)).toContainText('We have your inquiry.');
    expect(await fetchStoredLeads(server, 'Plan Leaver')).toMatchObject([{ plan: null }]);
  });
});

/** Opens the lead form with the button below the sheet of /cover. */
async function askAboutPlan(page: Page): Promise<Locator> {
  const foot = page.getByRole('region', { name: 'Your plan' });
  await foot.getByRole('button', { name: 'Ask about this plan' }).click();
  await expect(leadForm(page)).toBeVisible();
  return leadForm(page);
}

test.describe('inquiry from /cover', () => {
  const coverUrl = `/cover?p=${samplePlanCode}`;

  test('shows the people on the plan, and sends cost numbers only when that is ticked', async ({
    page,
    server,
  }) => {
    await visit(page, coverUrl);
    await page.getByLabel(/calls/i).first().fill('31');
    const form = await askAboutPlan(page);
    await expect(form).toContainText(/hours covered by \w+/);
    await fillToLastStep(form, 'Cost Sender');
    await form.getByLabel('Message').fill('Call after noon.');
    await expect(form.getByLabel('Send my cost numbers along')).not.toBeChecked();
    await expectNoViolations(page, { within: dialogSelector, sizes: everySize });
    await form.getByLabel('Send my cost numbers along').check();
    await submit(form);
    await expect(thankYouDialog(page)).toContainText(
      /14 hours a week, (all|\d+) of them with names/,
    );
    await expect(thankYouDialog(page).locator('[aria-hidden] [data-r]').first()).toBeVisible();
    await expectNoViolations(page, { within: dialogSelector, sizes: everySize });
    await thankYouDialog(page).getByRole('button', { name: 'Contact You' }).click();

    await askAboutPlan(page);
    await fillToLastStep(form, 'Cost Keeper');
    await submit(form);
    await expect(thankYouDialog(page)).toBeVisible();

    const [sender] = await fetchStoredLeads(server, 'Cost Sender');
    expect(sender).toMatchObject({ plan: samplePlan });
    expect(sender?.message).toMatch(/^Call after noon\.\n\nLeft empty: .*31 calls missed/s);
    expect(await fetchStoredLeads(server, 'Cost Keeper')).toMatchObject([
      { plan: samplePlan, message: null },
    ]);
  });

  test('carries the plan, a profile and the shortlist together', async ({ page, server }) => {
    await visit(page, coverUrl);
    await page
      .getByRole('button', { name: /^Add .*shortlist/ })
      .first()
      .click();
    await page
      .getByRole('button', { name: /^View profile, / })
      .first()
      .click();
    const form = leadForm(page);
    await fillToLastStep(form, 'Plan And People');
    await expect(form).toContainText('14 hours a week');
    await expect(form).toContainText('Your shortlist:');
    await submit(form);
    await expect(thankYouDialog(page)).toBeVisible();
    const [lead] = await fetchStoredLeads(server, 'Plan And People');
    expect(lead).toMatchObject({ plan: samplePlan });
    expect(lead?.message).toMatch(/^About: .*\nShortlist: /);
  });
});

test.describe('plan of a call', () => {
  test.beforeEach(({ server }) => openCalendarAroundTheClock(server));

  test('goes along with a booking', async ({ page, server }) => {
    await visitWithPlan(page);
    await page.getByRole('button', { name: 'Book Discovery Call' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Schedule a Discovery Call' });
    await timeButtons(dialog).last().click();
    await expect(dialog).toContainText('Front desk and Phone, 14 hours a week');
    await expectNoViolations(page, { within: dialogSelector, sizes: everySize });
    await dialog.getByLabel('Your name').fill('Olga Brenner');
    await dialog.getByLabel('Email').fill('olga@planbooker.example');
    await dialog.getByLabel('Company name').fill('Plan Booker');
    await dialog.getByRole('button', { name: 'Book this call' }).click();
    await expect(dialog.getByRole('heading', { name: /booked/i })).toBeVisible();
    expect(await fetchStoredLeads(server, 'Plan Booker')).toMatchObject([{ plan: samplePlan }]);
  });
});

test.describe('plan of a lead', () => {
  test('has a sign in the list and on the board, and shows its week, who can work it now, and the plan of the visitor', async ({
    page,
    server,
    signIn,
  }) => {
    const [frontDesk, phone] = samplePlan.desks;
    const plan = {
      ...samplePlan,
      desks: [
        { ...frontDesk, name: '<img src=x onerror=alert(1)>', tools: [], languages: [] },
        { ...phone, tools: ['No such tool'] },
      ],
    } as LeadInput['plan'];
    const { id } = await createLead(server, { companyName: 'Plan Reader', plan });
    await signIn();
    await page.goto('/admin?tab=leads');
    await expect(page.locator(`[data-row="${id}"]`)).toContainText('Plan: 14 hours a week');
    await page.goto('/admin?tab=leads&view=board');
    await expect(page.locator(`[data-card="${id}"]`)).toContainText('Plan: 14 hours a week');
    await page.goto(`/admin/leads/${id}`);
    const section = page.getByRole('region', { name: /^Plan/ });
    await expect(section.getByRole('heading', { name: 'Plan 14 hours a week' })).toBeVisible();
    await expect(section.getByRole('tab', { name: '<img src=x onerror=alert(1)>' })).toBeVisible();
    await expect(section.getByRole('list').getByRole('link').first()).toContainText('noon to 2 pm');
    await expect(section).toContainText('4 hours, nobody yet: Saturday, 9 am to 1 pm');
    await section.getByRole('tab', { name: 'Phone' }).click();
    await expect(section).toContainText('No such tool');
    await expect(section.getByRole('link', { name: 'Open as Olga sees it' })).toHaveAttribute(
      'href',
      /^\/cover\?p=[\w-]+$/,
    );
  });

  test('has its people ticked in a proposal that is begun before they have loaded', async ({
    page,
    server,
    signIn,
  }) => {
    const { id } = await createLead(server, { companyName: 'Writes Early', plan: samplePlan });
    await signIn();
    const release = await holdRequests(page, '**/api/cover');
    await page.goto(`/admin/leads/${id}`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('button', { name: 'Write a proposal' }).click();
    const heading = page.getByRole('heading', { name: 'New proposal' });
    await expect(page.getByText('Loading proposal...')).toBeAttached();
    release();
    await expect(heading).toBeFocused();
    const section = page.getByRole('region', { name: /^Plan/ });
    await expect(section.getByRole('checkbox', { checked: true })).not.toHaveCount(0);
    await page
      .getByRole('form', { name: 'Proposal' })
      .getByRole('button', { name: 'Close' })
      .click();
    await expect(section.getByRole('button', { name: 'Write the proposal' })).toBeVisible();
  });
});

test.describe('plan without JavaScript', () => {
  test.use({ javaScriptEnabled: false, allowErrors: /status of 400/ });

  test('goes along from the inquiry page', async ({ page, server }) => {
    await page.goto(`/enquiry?plan=${samplePlanCode}`);
    await expect(page.getByText('Front desk and Phone, 14 hours a week')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Leave out' })).toHaveCount(0);
    await expect(page.getByLabel('Number of locations')).toHaveValue('4');
    await page.getByLabel('Company name').fill('Plain Plan');
    await page.getByLabel('Your name').fill('Olga Brenner');
    await page.getByLabel('Email').fill('not an address');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Please enter a valid email address').first()).toBeVisible();
    await expect(page.getByText('Front desk and Phone, 14 hours a week')).toBeVisible();
    await page.getByLabel('Email').fill('olga@plainplan.example');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('We have your plan: 14 hours a week.')).toBeVisible();
    expect(await fetchStoredLeads(server, 'Plain Plan')).toMatchObject([{ plan: samplePlan }]);
  });
});
