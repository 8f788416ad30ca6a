import type { Page } from '@playwright/test';
import { expect, test } from './fixtures';
import {
  fetchStoredLeads,
  fillToLastStep,
  leadForm,
  openForm,
  sendForm,
  submit,
  visit,
  waitForHydration,
} from './lead-form';

test.use({ sharedSite: 'demo content' });

/** Toggles a person's shortlist button. */
const toggleShortlist = (page: Page, name: string) =>
  page.getByRole('button', { name: `Shortlist ${name}` }).click();

const shortlistLink = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Shortlist' });

test.describe('shortlist', () => {
  test('is counted in the header, survives a reload, is sent with a lead, and can be emptied again', async ({
    page,
    server,
  }) => {
    await visit(page, '/talent');
    await expect(shortlistLink(page)).toHaveCount(0);
    await toggleShortlist(page, 'Marisol Vega');
    await toggleShortlist(page, 'Devon Achebe');
    await expect(page.getByRole('button', { name: 'Shortlist Marisol Vega' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await expect(shortlistLink(page)).toHaveText('Shortlist 2');

    await page.reload();
    await expect(shortlistLink(page)).toHaveText('Shortlist 2');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByRole('button', { name: 'Shortlist Devon Achebe' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );

    await shortlistLink(page).click();
    await expect(page.getByRole('heading', { name: 'Your shortlist' })).toBeVisible();
    await expect(page.getByText('2 people on your shortlist')).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(2);

    await visit(page, '/talent?shortlist=1');
    await expect(page.getByRole('article')).toHaveCount(2);
    const form = await openForm(page, 'Ask about these 2 people');
    await expect(form.getByText('Your shortlist: Marisol Vega, Devon Achebe')).toBeVisible();
    await fillToLastStep(form, 'Shortlist Salons');
    await form.getByLabel('Message').fill('Who could start in May?');
    const privacy = form.getByRole('link', { name: /^Privacy/ });
    await expect(privacy).toHaveAttribute('href', '/privacy');
    await expect(privacy).toHaveAttribute('target', '_blank');
    await submit(form);
    await page.getByRole('button', { name: "We'll Contact You" }).click();
    const [lead] = await fetchStoredLeads(server, 'Shortlist Salons');
    expect(lead?.message).toMatch(
      /^Shortlist: Marisol Vega \(.+\); Devon Achebe \(.+\)\n\nWho could start in May\?$/,
    );

    await page.getByRole('button', { name: 'Remove Marisol Vega' }).click();
    await expect(page.getByRole('article')).toHaveCount(1);
    await expect(page.getByText('1 person on your shortlist')).toBeFocused();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('article')).toHaveCount(2);
    await toggleShortlist(page, 'Marisol Vega');
    await toggleShortlist(page, 'Devon Achebe');
    await expect(page.getByText('Your shortlist is empty.')).toBeVisible();
    await expect(shortlistLink(page)).toHaveCount(0);
  });

  test('can be left out of a lead, and is included automatically only once', async ({
    page,
    server,
  }) => {
    await visit(page, '/talent');
    await toggleShortlist(page, 'Marisol Vega');
    let form = await openForm(page);
    await form.getByRole('button', { name: 'Leave out' }).click();
    await expect(form.getByText('This inquiry leaves out your shortlist.')).toBeVisible();
    await expect(form.getByRole('button', { name: 'Include it' })).toBeFocused();
    await fillToLastStep(form, 'Left Out');
    await submit(form);
    await page.getByRole('button', { name: "We'll Contact You" }).click();
    expect((await fetchStoredLeads(server, 'Left Out'))[0]?.message).toBeNull();

    await sendForm(page, 'Sent Once');
    await page.getByRole('button', { name: "We'll Contact You" }).click();
    expect((await fetchStoredLeads(server, 'Sent Once'))[0]?.message).toMatch(
      /^Shortlist: Marisol Vega/,
    );
    await expect(shortlistLink(page)).toHaveText('Shortlist 1');

    form = await openForm(page);
    await expect(form.getByText('Your last inquiry included your shortlist.')).toBeVisible();
    await page.keyboard.press('Escape');
    await toggleShortlist(page, 'Devon Achebe');
    form = await openForm(page);
    await expect(form.getByText('Your shortlist: Marisol Vega, Devon Achebe')).toBeVisible();
  });

  test('is synchronized between tabs, and loses a person who is deleted from the site', async ({
    page,
    context,
    server,
  }) => {
    await server.api.signIn();
    const created = await server.api.post('/api/talents', {
      name: 'Ottilie Krane',
      title: 'Front desk',
      skills: ['Booking'],
      role: 'Receptionist',
      industry: ['Beauty'],
      toolProficiency: ['Slack'],
      seniority: 'Junior',
    });
    expect(created.status).toBe(201);
    const { id } = created.body as { id: string };

    await visit(page, '/talent?page=2');
    const other = await context.newPage();
    await visit(other, '/');
    await toggleShortlist(page, 'Ottilie Krane');
    await expect(shortlistLink(other)).toHaveText('Shortlist 1');

    await server.api.delete(`/api/talents/${id}`);
    await expect(async () => {
      await other.reload();
      await expect(shortlistLink(other)).toHaveCount(0, { timeout: 500 });
    }).toPass();
    await expect(shortlistLink(page)).toHaveCount(0);
  });

  test('works without localStorage while the page stays open', async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Blocked', 'SecurityError');
        },
      });
    });
    await visit(page, '/talent');
    await toggleShortlist(page, 'Marisol Vega');
    await toggleShortlist(page, 'Devon Achebe');
    await shortlistLink(page).click();
    await expect(page.getByRole('article')).toHaveCount(2);
  });

  test('can be opened from the menu on a phone, whose button shows the count', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await visit(page, '/talent');
    await toggleShortlist(page, 'Marisol Vega');
    const menu = page.getByRole('banner').locator('summary');
    await expect(menu).toHaveText('1');
    await menu.click();
    await page
      .getByRole('navigation', { name: 'Menu' })
      .getByRole('link', { name: 'Shortlist' })
      .click();
    await expect(page.getByRole('heading', { name: 'Your shortlist' })).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Menu' })).toBeHidden();
  });
});

test('profile in the lead form is open and focused when the form is opened by keyboard', async ({
  page,
}) => {
  await visit(page, '/talent');
  await page.getByRole('button', { name: 'View Profile, Marisol Vega' }).focus();
  await page.keyboard.press('Enter');
  const form = leadForm(page);
  await expect(form.getByText('About: Marisol Vega')).toBeVisible();
  const summary = form.locator('summary', { hasText: 'Profile' });
  await expect(summary).toBeFocused();
  await expect(form.getByText('Receptionist, Senior')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(form.getByText('Receptionist, Senior')).toBeHidden();
  await page.keyboard.press('Tab');
  await expect(form.getByLabel('Company name')).toBeFocused();
});

test.describe('/enquiry', () => {
  // An invalid form responds with 400, which the browser logs.
  test.use({ allowErrors: /status of 400/ });

  test('includes the shortlist unless the visitor leaves it out, also after a validation error', async ({
    page,
    server,
  }) => {
    await visit(page, '/talent');
    await toggleShortlist(page, 'Marisol Vega');
    await toggleShortlist(page, 'Devon Achebe');
    await visit(page, '/enquiry');
    await page.getByRole('button', { name: 'Leave out' }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Check these 3 fields')).toBeVisible();
    await expect(page.getByText('This inquiry leaves out your shortlist.')).toBeVisible();
    await page.getByRole('button', { name: 'Include it' }).click();
    await page.getByLabel('Company name').fill('Page Spa');
    await page.getByLabel('Your name').fill('Olga Brenner');
    await page.getByLabel('Email').fill('olga@haldenskin.example');
    await expect(page.getByRole('main').getByRole('link', { name: 'Privacy' })).toHaveAttribute(
      'href',
      '/privacy',
    );
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByRole('heading', { name: 'Thank You!' })).toBeVisible();
    expect((await fetchStoredLeads(server, 'Page Spa'))[0]?.message).toMatch(
      /^Shortlist: Marisol Vega \(.+\); Devon Achebe \(.+\)$/,
    );
    // The thank-you page records that the shortlist was sent, once React has hydrated it.
    await waitForHydration(page);
    await visit(page, '/enquiry');
    await expect(page.getByText('Your last inquiry included your shortlist.')).toBeVisible();
  });
});

test.describe('profile and shortlist without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a profile is shown on /enquiry', async ({ page }) => {
    await page.goto('/talent');
    await expect(page.getByRole('button', { name: /^Shortlist / })).toHaveCount(0);
    await page.getByRole('button', { name: 'View Profile, Marisol Vega' }).click();
    await expect(page).toHaveURL(/\/enquiry\?talent=/);
    await expect(page.getByText('About: Marisol Vega')).toBeVisible();
    await expect(page.getByText(/Calls every no-show back the same day\./)).toBeVisible();
    await expect(page.getByText('HIPAA privacy training, CPR and first aid')).toBeVisible();
    await page.getByText('Profile', { exact: true }).click();
    await expect(page.getByText('HIPAA privacy training, CPR and first aid')).toBeHidden();
  });
});
