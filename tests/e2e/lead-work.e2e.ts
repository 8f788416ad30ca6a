import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { toast } from './lead-form';
import { openLeadPage, timeline } from './leads';

test.use({ sharedSite: 'demo content' });

test.beforeEach(({ signIn }) => signIn());

// Other files share the site.
test.afterEach(async ({ server }) => {
  const { status } = await server.api.patch('/api/settings', { replyTemplates: null, phone: null });
  expect(status).toBe(200);
});

test.describe('page of a lead', () => {
  test('logs a call by keyboard, which moves a new lead to contacted, and one of an earlier time, and takes nothing that is typed while it is saved', async ({
    page,
    server,
  }) => {
    await openLeadPage(page, server, { companyName: 'Gets A Call' });
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
    await expect(timeline(page).getByText('Call: Left a message')).toBeVisible();
    await expect(timeline(page).getByText('Call back on Friday.')).toBeVisible();
    await expect(stages.getByRole('button', { name: /^contacted/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );

    await page.getByRole('button', { name: 'Log a call' }).click();
    const save = dialog.getByRole('button', { name: 'Save call' });
    await dialog.getByLabel('When').fill('2099-01-05T10:00');
    await dialog.getByLabel('Minutes').fill('twelve');
    await save.click();
    await expect(dialog.getByText('Enter a time that is not in the future')).toBeVisible();
    await expect(dialog.getByText('Enter a whole number')).toBeVisible();
    await expect(dialog.getByLabel('When')).toBeFocused();
    await dialog.getByLabel('When').fill('2026-01-05T10:00');
    await dialog.getByLabel('Minutes').fill('12');
    const text = dialog.getByLabel('What was said');
    await text.fill('Call again on Monday.');
    const release = await holdRequests(page, '**/contacted');
    await save.click();
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible();
    await text.pressSequentially(' Or later.');
    await expect(text).toHaveValue('Call again on Monday.');
    await expect(text).toBeFocused();
    release();
    await expect(dialog).toBeHidden();
    const entry = timeline(page).getByRole('listitem').last();
    await expect(entry).toContainText('Call again on Monday.');
    await expect(entry).toContainText('Call: Reached, 12 minutes');
    await expect(entry.getByRole('time')).toHaveText('10 am');
  });

  test('stores notes and next steps, of which the first is shown', async ({ page, server }) => {
    await openLeadPage(page, server, { companyName: 'Well Planned' });
    await expect(page.getByText('No next step')).toBeVisible();
    await page.keyboard.press('n');
    await page.keyboard.type('Three studios share one phone.');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByRole('textbox', { name: 'Note' })).toHaveValue('');
    await expect(timeline(page).getByText('Three studios share one phone.')).toBeVisible();
    await page.getByRole('heading', { level: 1 }).click();

    await page.keyboard.press('t');
    const add = page.getByRole('dialog', { name: 'Add next step' });
    await add.getByRole('button', { name: 'Save' }).click();
    await expect(add.getByText('Say what to do next')).toBeVisible();
    await expect(add.getByLabel('Next step')).toBeFocused();
    await add.getByLabel('Next step').fill('Send the proposal');
    await add.getByLabel('When').fill('2035-03-18T14:00');
    await add.getByRole('button', { name: 'Save' }).click();
    const planned = page.getByRole('list', { name: 'Planned' });
    await expect(planned).toContainText('Send the proposal');

    await page.getByRole('button', { name: 'Next step', exact: true }).click();
    await add.getByLabel('Next step').fill('Ask for the contract');
    await add.getByLabel('When').fill('2035-03-17T14:00');
    await add.getByRole('button', { name: 'Save' }).click();
    await expect(planned.getByRole('listitem')).toHaveText([/the proposal/, /the contract/]);
    await planned.getByRole('button', { name: 'Change Send the proposal' }).click();
    const change = page.getByRole('dialog', { name: 'Change next step' });
    await change.getByLabel('Next step').fill('Send the offer');
    await change.getByRole('button', { name: 'Save' }).click();
    await expect(planned.getByRole('listitem')).toHaveText([/the offer/, /the contract/]);
    await planned.getByRole('checkbox', { name: 'Ask for the contract' }).click();
    await expect(toast(page)).toContainText('Done: Ask for the contract');
    await expect(planned.getByRole('listitem')).toHaveText([/the offer/]);

    await page.getByRole('button', { name: 'Done' }).click();
    await expect(toast(page)).toContainText('Done: Send the offer');
    await expect(page.getByText('No next step')).toBeVisible();
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(planned).toContainText('Send the offer');
    await timeline(page).getByRole('button', { name: 'Delete note' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(timeline(page).getByText('Three studios share one phone.')).toHaveCount(0);
  });

  test('assigns the lead to a project manager, until they are removed, and keeps one who is typed while another is added', async ({
    page,
    server,
  }) => {
    await openLeadPage(page, server, { companyName: 'Taken Care Of' });
    const assignee = page.getByLabel('Assigned to');
    await assignee.selectOption('Edit project managers…');
    const dialog = page.getByRole('dialog', { name: 'Project managers' });
    await dialog.getByLabel('Name').fill('Marta Ilves');
    const add = dialog.getByRole('button', { name: 'Add', exact: true });
    await add.click();
    await expect(dialog.getByLabel('Email')).toBeFocused();
    await dialog.getByLabel('Email').fill('marta@crew.example');
    const release = await holdRequests(page, '**/api/project-managers');
    await add.click();
    await dialog.getByLabel('Name').fill('Jonas Weber');
    release();
    await expect(dialog.getByRole('list')).toContainText('Marta Ilves');
    await expect(add).not.toHaveAttribute('aria-busy');
    await expect(dialog.getByLabel('Name')).toHaveValue('Jonas Weber');
    await dialog.getByLabel('Name').fill('');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await assignee.selectOption('Marta Ilves');
    await expect(timeline(page)).toContainText('Assigned to Marta Ilves');
    await expect(assignee.locator('option:checked')).toHaveText('Marta Ilves');
    await assignee.selectOption('Edit project managers…');
    await dialog.getByRole('button', { name: 'Remove Marta Ilves' }).press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await expect(dialog.getByText('Marta Ilves')).toHaveCount(0);
    await expect(dialog).toBeFocused();
  });

  test('starts a mail from a template that the owner has edited, which needs a subject, keeps what is typed, and records it', async ({
    page,
    server,
  }) => {
    await openLeadPage(page, server, { companyName: 'Gets A Mail' });
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
    const subject = mail.getByLabel('Subject');
    await expect(subject).toHaveValue('Hello Olga');
    await subject.fill(' ');
    await mail.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(subject).toHaveAccessibleDescription('Please enter a subject');
    await expect(subject).toBeFocused();
    await subject.fill('Hello Olga');
    // The link would open the mail program of this machine.
    await page.evaluate(() =>
      addEventListener('click', (event) => event.preventDefault(), { capture: true }),
    );
    const open = mail.getByRole('link', { name: 'Open in my mail program' });
    const text = mail.getByLabel('Text');
    await text.fill('Half a sentence');
    await open.click();
    await page.getByRole('button', { name: 'Not yet' }).click();
    await mail.getByLabel('Template').selectOption('Empty mail');
    await expect(text).toHaveValue('');
    await mail.getByLabel('Template').selectOption({ index: 0 });
    await expect(text).toHaveValue('Half a sentence');
    await open.click();
    await expectNoViolations(page, { within: '[data-dialog]' });
    await page.getByRole('button', { name: 'Yes, it is sent' }).click();
    await expect(timeline(page)).toContainText('contacted');
    await page.getByRole('button', { name: 'Calls', exact: true }).click();
    await expect(timeline(page)).toContainText('Nothing of this kind yet.');
    await page.getByRole('button', { name: 'Messages', exact: true }).click();
    await expect(timeline(page)).toContainText('Mail sent: Hello Olga');
  });

  test.describe('when the session has ended', () => {
    test.use({ allowErrors: /status of 401/ });

    test('is recorded as sent after the sign-in', async ({ page, server }) => {
      await openLeadPage(page, server, { companyName: 'Mailed Late' });
      await page.getByRole('button', { name: 'Mail', exact: true }).click();
      // The link would open the mail program of this machine.
      await page.evaluate(() =>
        addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true }),
      );
      await page.getByRole('link', { name: 'Open in my mail program' }).click();
      await page.context().clearCookies();
      await page.getByRole('button', { name: 'Yes, it is sent' }).click();
      const signIn = page.getByRole('dialog', { name: 'Your session has ended' });
      await signIn.getByLabel('Password').fill(server.adminPassword);
      await signIn.getByRole('button', { name: 'Login' }).click();
      await expect(timeline(page)).toContainText('Mail sent: Your inquiry about staff');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  });

  test.describe('templates that someone else changes meanwhile', () => {
    test.use({ allowErrors: /status of 412/ });

    test('are saved without asking, unless both changed them, where the owner chooses', async ({
      page,
      server,
    }) => {
      await openLeadPage(page, server, { companyName: 'Gets A Mail' });
      await page.getByRole('button', { name: 'Mail', exact: true }).click();
      const templates = page.getByRole('dialog', { name: 'Reply templates' });
      const changeSubject = async (subject: string) => {
        await page.getByRole('button', { name: 'Edit templates' }).click();
        await templates.getByLabel('Subject').fill(subject);
      };
      await changeSubject('Mine');
      await server.api.patch('/api/settings', { phone: '(512) 555-0111' });
      await templates.getByRole('button', { name: 'Save templates' }).click();
      await expect(toast(page)).toContainText('Templates saved');

      await changeSubject('Mine again');
      await server.api.patch('/api/settings', {
        replyTemplates: [{ name: 'First answer', subject: 'Theirs', body: 'Hello' }],
      });
      await templates.getByRole('button', { name: 'Save templates' }).click();
      const conflict = page.getByRole('dialog', { name: /^Someone else changed these templates/ });
      await expect(conflict.getByRole('group')).toContainText('Theirs');
      await expect(conflict.getByRole('group')).toContainText('Mine');
      await conflict.getByRole('button', { name: 'Take all theirs' }).click();
      await conflict.getByRole('button', { name: 'Save' }).click();
      await expect(templates).toBeHidden();
      const mail = page.getByRole('dialog', { name: 'Mail to Olga Brenner' });
      await expect(mail.getByLabel('Subject')).toHaveValue('Theirs');
    });
  });
});

test.describe('assignee of a lead', () => {
  test.use({ allowErrors: /status of 503/ });

  test('names a project manager whom a colleague has added meanwhile, and does not call one removed who could not be loaded', async ({
    page,
    server,
  }) => {
    const add = async (name: string) => {
      const manager = { name, email: 'colleague@crew.example' };
      const { body } = await server.api.post('/api/project-managers', manager);
      return (body as { id: string }).id;
    };
    await page.clock.install();
    const { id } = await openLeadPage(page, server, { companyName: 'Handed Over' });
    const assignee = page.getByLabel('Assigned to');
    const chosen = assignee.locator('option:checked');
    await expect(chosen).toHaveText('Nobody');
    const early = await add('Early Colleague');
    await page.getByRole('main').getByRole('link', { name: 'Leads', exact: true }).click();
    await page.getByLabel('Select Handed Over').check();
    const offered = page.getByLabel('Assign', { exact: true }).getByRole('option');
    await expect(offered.filter({ hasText: 'Early Colleague' })).toHaveCount(1);
    const late = await add('Late Colleague');
    await server.api.patch(`/api/leads/${id}`, { assignedPmId: late });
    await page.clock.fastForward(10_000);
    await expect(offered.filter({ hasText: 'Late Colleague' })).toHaveCount(1);
    await page.getByRole('link', { name: 'Handed Over' }).click();
    await expect(timeline(page)).toContainText('Assigned to Late Colleague');
    await expect(chosen).toHaveText('Late Colleague');
    await page.route('**/api/project-managers', (route) => route.fulfill({ status: 503 }));
    await page.reload();
    await expect(chosen).toHaveText('Unknown');
    await expect(timeline(page).getByText('Assigned to somebody', { exact: true })).toBeVisible();
    for (const one of [early, late]) await server.api.delete(`/api/project-managers/${one}`);
  });
});
