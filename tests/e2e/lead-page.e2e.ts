import type { Page } from '@playwright/test';
import { expectNoViolations, phone } from './axe';
import { expect, test } from './fixtures';
import { loseFirstResponse } from './hold-requests';
import { toast } from './lead-form';
import { createLead } from './leads';

test.beforeEach(({ signIn }) => signIn());

const getTimeline = (page: Page) => page.getByRole('region', { name: 'Timeline' });

test.describe('page of a lead when a response is lost', () => {
  test.use({ allowErrors: /net::ERR_FAILED/ });

  test('stores a note once when the owner sends it again', async ({ page, server }) => {
    const { id } = await createLead(server, { companyName: 'Noted Once' });
    await page.goto(`/admin/leads/${id}`);
    await loseFirstResponse(page, '**/notes');
    await page.getByRole('textbox', { name: 'Note' }).fill('Prefers mornings');
    const add = page.getByRole('button', { name: 'Add note' });
    await add.click();
    await expect(toast(page)).toContainText('Error');
    await add.click();
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('');
    await expect(getTimeline(page).getByText('Prefers mornings')).toHaveCount(1);
    await page.getByRole('textbox', { name: 'Note' }).fill('Prefers mornings');
    await add.click();
    await expect(getTimeline(page).getByText('Prefers mornings')).toHaveCount(2);
  });
});

test.describe('page of a lead', () => {
  test('opens from the list, keeps its filter, and goes to the next lead', async ({
    page,
    server,
  }) => {
    for (const companyName of ['Pageturn Three', 'Pageturn Two', 'Pageturn One'])
      await createLead(server, { companyName });
    await page.goto('/admin?tab=leads&q=pageturn');
    await page.getByRole('link', { name: 'Pageturn One' }).click();
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText('Pageturn One');
    await expect(page.getByText('1 of 3', { exact: true })).toBeVisible();
    await page.keyboard.press('j');
    await expect(heading).toHaveText('Pageturn Two');
    await page.getByRole('link', { name: 'Next lead' }).click();
    await expect(heading).toHaveText('Pageturn Three');
    await expect(page.getByRole('button', { name: 'Next lead' })).toBeDisabled();
    await page.keyboard.press('k');
    await expect(heading).toHaveText('Pageturn Two');
    await page.getByRole('main').getByRole('link', { name: 'Leads', exact: true }).click();
    await expect(page).toHaveURL('/admin?tab=leads&q=pageturn');
  });

  test('keeps its neighbors when it no longer matches the filter', async ({ page, server }) => {
    for (const companyName of ['Turnover Three', 'Turnover Two', 'Turnover One'])
      await createLead(server, { companyName });
    await page.goto('/admin?tab=leads&q=turnover&status=new');
    await page.getByRole('link', { name: 'Turnover Two' }).click();
    await expect(page.getByText('2 of 3', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'contacted' }).click();
    await expect(page.getByText('2 of 3', { exact: true })).toBeHidden();
    const heading = page.getByRole('heading', { level: 1 });
    await page.getByRole('link', { name: 'Next lead' }).click();
    await expect(heading).toHaveText('Turnover Three');
    await expect(page.getByText('2 of 2', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Previous lead' }).click();
    await expect(heading).toHaveText('Turnover One');
  });

  test('logs a call by keyboard, which moves a new lead to contacted', async ({ page, server }) => {
    const { id } = await createLead(server, { companyName: 'Gets A Call' });
    await page.goto(`/admin/leads/${id}`);
    const stages = page.getByRole('group', { name: 'Status' });
    await expect(stages.getByRole('button', { name: /^new/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'Call with Olga Brenner' });
    await expect(dialog.getByText('Saving moves Gets A Call from new to contacted.')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Call back on Friday.');
    await dialog.getByRole('button', { name: 'Save call' }).press('Enter');
    await expect(dialog).toBeHidden();
    await expect(getTimeline(page).getByText('Call: Left a message')).toBeVisible();
    await expect(getTimeline(page).getByText('Call back on Friday.')).toBeVisible();
    await expect(stages.getByRole('button', { name: /^contacted/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  test('stores notes, tasks, and one next step', async ({ page, server }) => {
    const { id } = await createLead(server, { companyName: 'Well Planned' });
    await page.goto(`/admin/leads/${id}`);
    await expect(page.getByText('No next step')).toBeVisible();
    await page.keyboard.press('n');
    await page.keyboard.type('Three studios share one phone.');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('');
    await expect(getTimeline(page).getByText('Three studios share one phone.')).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();

    await page.keyboard.press('t');
    const step = page.getByRole('dialog', { name: 'Next step' });
    await step.getByLabel('What').fill('Send the proposal');
    await step.getByLabel('When').fill('2035-03-18T14:00');
    await step.getByRole('button', { name: 'Save' }).click();
    const planned = page.getByRole('list', { name: 'Planned' });
    await expect(planned).toContainText('Next step: Send the proposal');

    await page.getByRole('button', { name: 'Task', exact: true }).click();
    const task = page.getByRole('dialog', { name: 'Add task' });
    await task.getByLabel('Task').fill('Ask for the contract');
    await task.getByRole('button', { name: 'Add task' }).click();
    await planned.getByLabel('Ask for the contract').click();
    await expect(toast(page)).toContainText('Task done');
    await expect(planned.getByLabel('Ask for the contract')).toHaveCount(0);

    await page.getByRole('button', { name: 'Done' }).click();
    await expect(toast(page)).toContainText('Next step done');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(planned).toContainText('Next step: Send the proposal');
    await getTimeline(page).getByRole('button', { name: 'Delete note' }).click();
    await expect(getTimeline(page).getByText('Three studios share one phone.')).toHaveCount(0);
  });

  test('corrects what the visitor typed, and shows it in the timeline', async ({
    page,
    server,
  }) => {
    const { id } = await createLead(server, { companyName: 'Mistyped', phone: '512 555 0100' });
    await page.goto(`/admin/leads/${id}`);
    await page.getByRole('button', { name: 'Edit facts' }).click();
    const form = page.getByRole('form', { name: 'Edit facts' });
    await form.getByLabel('Email').fill('not an address');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByLabel('Email')).toHaveAccessibleDescription(
      'Please enter a valid email address',
    );
    await form.getByLabel('Email').fill('olga@mistyped.example');
    await form.getByLabel('Phone').fill('512 555 0199');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    await expect(getTimeline(page)).toContainText('Phone: “512 555 0100” is now “512 555 0199”');
    await expect(page.getByRole('link', { name: 'olga@mistyped.example' })).toBeVisible();
  });

  test('assigns the lead to a project manager', async ({ page, server }) => {
    const { id } = await createLead(server, { companyName: 'Taken Care Of' });
    await page.goto(`/admin/leads/${id}`);
    const assignee = page.getByLabel('Assigned to');
    await assignee.selectOption('Edit project managers…');
    const dialog = page.getByRole('dialog', { name: 'Project managers' });
    await dialog.getByLabel('Name').fill('Marta Ilves');
    await dialog.getByLabel('Email').fill('marta@crew.example');
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(dialog.getByRole('list')).toContainText('Marta Ilves');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await assignee.selectOption('Marta Ilves');
    await expect(getTimeline(page)).toContainText('Assigned to Marta Ilves');
    await expect(assignee.locator('option:checked')).toHaveText('Marta Ilves');
  });

  test('merges two inquiries of one person, and undoes it', async ({ page, server }) => {
    const email = 'one.person@twice.example';
    const sender = { email, phone: null };
    await createLead(server, { companyName: 'Asked First', ...sender, message: 'One studio.' });
    const { id } = await createLead(server, { companyName: 'Asked Again', ...sender });
    await page.goto(`/admin/leads/${id}`);
    const person = page.getByRole('region', { name: 'Same person' });
    await expect(person).toContainText('1 other inquiry');
    await person.getByRole('button', { name: 'Merge Asked First' }).click();
    const dialog = page.getByRole('dialog', { name: 'Is this one person?' });
    await dialog.getByRole('button', { name: 'Merge' }).click();
    await expect(getTimeline(page)).toContainText('One studio.');
    await person.getByRole('button', { name: 'Undo the merge with Asked First' }).click();
    await expect(person.getByRole('button', { name: 'Merge Asked First' })).toBeVisible();
    await expect(getTimeline(page)).not.toContainText('One studio.');
  });

  test('separates two people with one phone number by keyboard, and undoes it', async ({
    page,
    server,
  }) => {
    const phone = '512 555 0177';
    await createLead(server, { companyName: 'Same Desk', email: 'ann@desk.example', phone });
    const { id } = await createLead(server, {
      companyName: 'Asks Alone',
      email: 'ben@desk.example',
      phone,
    });
    await page.goto(`/admin/leads/${id}`);
    const person = page.getByRole('region', { name: 'Same person' });
    const merge = person.getByRole('button', { name: 'Merge Same Desk' });
    await merge.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Is this one person?' });
    await dialog.getByRole('button', { name: 'Not the same person' }).press('Enter');
    await expect(toast(page)).toContainText('Same Desk is not the same person');
    await expect(dialog).toBeHidden();
    await expect(person).toContainText('No other inquiry');
    await expect(person).toBeFocused();
    await expectNoViolations(page);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    const undo = person.getByRole('button', {
      name: 'Undo that Same Desk is not the same person',
    });
    await expect(undo).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(merge).toBeVisible();
  });

  test('lists the people of the shortlist, each with a link to their form', async ({
    page,
    server,
  }) => {
    const { body } = await server.api.get('/api/talents');
    const [talent] = body as { name: string; title: string }[];
    if (!talent) throw new Error('There is no demo content.');
    const { id } = await createLead(server, {
      companyName: 'Has Favorites',
      message: `Shortlist: ${talent.name} (${talent.title})\nWe need two.`,
    });
    await page.goto(`/admin/leads/${id}`);
    const shortlist = page.getByRole('region', { name: 'Shortlist' });
    const person = shortlist.getByRole('link', { name: talent.name });
    // Before the talents are loaded, it leads to their list.
    await expect(person).toHaveAttribute('href', /item=/);
    await person.click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(talent.name);
    await expect(page).toHaveURL('/admin?tab=talents');
  });

  test('marks a lead as spam and back, deletes it with Undo, and erases it', async ({
    page,
    server,
  }) => {
    const { id } = await createLead(server, {
      companyName: 'Comes And Goes',
      email: 'comes@goes.example',
    });
    await page.goto(`/admin/leads/${id}`);
    await page.getByLabel('More actions').click();
    await page.getByRole('button', { name: 'Mark as spam' }).click();
    await expect(page.getByText('Suspected spam: you marked it.')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Call \+/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Not spam' }).click();
    await expect(page.getByRole('link', { name: /^Call \+/ }).first()).toBeVisible();

    await page.getByLabel('More actions').click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page)).toContainText('Deleted successfully');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('rowheader', { name: 'Comes And Goes' })).toBeVisible();

    await page.getByRole('link', { name: 'Comes And Goes' }).click();
    await page.getByRole('button', { name: 'Erase' }).click();
    await page.getByRole('button', { name: 'Erase for good' }).click();
    await expect(page.getByRole('dialog', { name: 'Erased' })).toContainText('1 inquiry');
    expect((await server.api.get(`/api/leads/${id}`)).status).toBe(404);
  });

  test('starts a mail from a template that the owner has edited, and records it', async ({
    page,
    server,
  }) => {
    const { id } = await createLead(server, { companyName: 'Gets A Mail' });
    await page.goto(`/admin/leads/${id}`);
    await page.getByRole('button', { name: 'Mail', exact: true }).click();
    const mail = page.getByRole('dialog', { name: 'Mail to Olga Brenner' });
    await expect(mail.getByLabel('Subject')).toHaveValue(
      'Your inquiry about staff for Gets A Mail',
    );
    await mail.getByRole('button', { name: 'Edit templates' }).click();
    const templates = page.getByRole('dialog', { name: 'Reply templates' });
    await templates.getByLabel('Subject').fill('');
    await templates.getByRole('button', { name: 'Save templates' }).click();
    await expect(templates.getByRole('alert')).toBeVisible();
    await templates.getByLabel('Subject').fill('Hello {name}');
    await templates.getByRole('button', { name: 'Save templates' }).click();
    await expect(mail.getByLabel('Subject')).toHaveValue('Hello Olga');
    // The link would open the mail program of this machine.
    await page.evaluate(() =>
      addEventListener('click', (event) => event.preventDefault(), { capture: true }),
    );
    await mail.getByRole('link', { name: 'Open in mail program' }).click();
    await expect(getTimeline(page)).toContainText('Mail begun: Hello Olga');
    await expect(getTimeline(page)).toContainText('contacted');
  });

  test.describe('of a lead that does not exist', () => {
    test.use({ allowErrors: /status of 404/ });

    test('says that the lead is gone', async ({ page }) => {
      await page.goto('/admin/leads/nobody');
      await expect(page.getByRole('heading', { name: 'This lead is gone' })).toBeVisible();
    });
  });

  test('has no axe violations, also with its dialogs, and fits 320 px', async ({
    page,
    server,
  }) => {
    const { id } = await createLead(server, { companyName: 'Looked At Closely' });
    await page.goto(`/admin/leads/${id}`);
    await expect(getTimeline(page).getByText('Inquiry', { exact: true })).toBeVisible();
    await expectNoViolations(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1280, height: 800 });
    for (const key of ['c', 't', '?']) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectNoViolations(page, { within: '[data-dialog]' });
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.setViewportSize({ width: 1280, height: 800 });
    }
    await page.setViewportSize(phone);
    await page.getByRole('button', { name: 'Mail', exact: true }).click();
    await expect(page.getByRole('link', { name: 'Open in mail program' })).toHaveAttribute(
      'href',
      /^mailto:olga@haldenskin\.example\?subject=/,
    );
    await expectNoViolations(page, { within: '[data-dialog]' });
  });
});
