import { sampleLead } from '../support/samples';
import { adminLists } from './admin-lists';
import { dialogSelector, expectNoViolations, phone } from './axe';
import { expect, test, useSiteWithoutLeads } from './fixtures';
import { holdNextResponse, holdRequests } from './hold-requests';
import { toast } from './lead-form';
import { createLead } from './leads';
import { createLeadWithPlan, sendProposal } from './proposals';

useSiteWithoutLeads();

test.describe('overview', () => {
  test('shows waiting leads with links to call and write, and due follow-ups', async ({
    page,
    server,
  }) => {
    await createLead(server, { companyName: 'Waits Patiently', contactName: 'Dana Whitcomb' });
    const { id } = await createLead(server, { companyName: 'Has A Plan' }, 'contacted');
    await server.api.patch(`/api/leads/${id}`, {
      nextStep: { text: 'Send the proposal', dueAt: new Date(Date.now() - 1_000).toISOString() },
    });
    await page.goto('/admin');
    const waiting = page.getByRole('region', { name: 'Waiting for a first answer' });
    await expect(waiting.getByRole('listitem')).toHaveCount(1);
    await expect(waiting).toContainText('Dana WhitcombWaits Patiently');
    await expect(waiting.getByRole('link', { name: 'Call Dana Whitcomb' })).toHaveAttribute(
      'href',
      /^tel:/,
    );
    // The link would open the messages of this machine.
    await page.evaluate(() =>
      addEventListener('click', (event) => {
        if (event.target instanceof Element && event.target.closest('a[href^="sms:"]'))
          event.preventDefault();
      }),
    );
    const text = waiting.getByRole('link', { name: 'Text Dana Whitcomb' });
    const question = page.getByRole('dialog', { name: 'Did you send it?' });
    for (const [answer, left] of [
      ['Not yet', 1],
      ['Yes, it is sent', 0],
    ] as const) {
      await text.click();
      await question.getByRole('button', { name: answer }).click();
      await expect(question).toBeHidden();
      await expect(waiting.getByRole('listitem')).toHaveCount(left);
    }
    const followUps = page.getByRole('region', { name: 'Follow-ups' });
    await followUps.getByLabel('Done: Send the proposal').click();
    await expect(toast(page)).toContainText('Done: Send the proposal');
    await expect(followUps).toContainText('Nothing is due today.');
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await followUps.getByRole('link', { name: 'Send the proposal' }).click();
    await expect(page).toHaveURL(`/admin/leads/${id}`);
  });

  test('shows a new lead without a reload, also in the document’s title', async ({
    page,
    server,
  }) => {
    await page.clock.install();
    // The first overview must be without the lead, or nothing changes later.
    const overview = page.waitForResponse('**/api/overview');
    await page.goto('/admin');
    await overview;
    await expect(page.getByText('No recent activity.')).toBeVisible();
    await expect(page).toHaveTitle(/^Overview/);
    await createLead(server, { companyName: 'Out Of The Blue' });
    await page.clock.fastForward(10_000);
    await expect(page.getByText('You have 1 new leads to review.')).toBeVisible();
    await expect(page.getByText('Out Of The Blue')).toBeVisible();
    await expect(page).toHaveTitle(/^\(1\) Overview/);
  });

  test('shows a new lead in a list that is being read since before it arrived', async ({
    page,
    server,
  }) => {
    await createLead(server, { companyName: 'Was Here Before' });
    await page.clock.install();
    const overview = page.waitForResponse('**/api/overview');
    await page.goto('/admin?tab=leads');
    await overview;
    await expect(page.getByRole('rowheader', { name: 'Was Here Before' })).toBeVisible();
    const list = await holdNextResponse(page, '**/api/leads?*');
    await page.getByRole('button', { name: 'Refresh' }).click();
    await list.read;
    await createLead(server, { companyName: 'Out Of The Blue' });
    await page.clock.fastForward(10_000);
    await expect(page).toHaveTitle(/^\(2\)/);
    await list.release();
    await expect(page.getByRole('rowheader', { name: 'Out Of The Blue' })).toBeVisible();
  });

  test('counts also the follow-ups that it does not list, and links to all', async ({
    page,
    server,
  }) => {
    const dueAt = new Date(Date.now() - 86_400_000).toISOString();
    for (const name of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I']) {
      const { id } = await createLead(server, { companyName: `Due ${name}` }, 'contacted');
      for (const title of ['Call', 'Mail', 'Text', 'Visit', 'Plan', 'Send'])
        await server.api.post(`/api/leads/${id}/tasks`, { title, dueAt });
    }
    await page.goto('/admin');
    const followUps = page.getByRole('region', { name: 'Follow-ups' });
    await followUps.getByRole('button', { name: 'Show 50 of 54 follow-ups' }).click();
    await expect(followUps.getByLabel(/^Done: /)).toHaveCount(50);
    await followUps.getByRole('link', { name: 'All 54 follow-ups' }).click();
    await expect(page).toHaveURL('/admin?tab=leads&sort=nextStep');
    await expect(page.getByRole('rowheader', { name: 'Due A' })).toBeVisible();
  });

  test('keeps a mail that is being written when somebody else answers its lead or withdraws its proposal', async ({
    page,
    server,
  }) => {
    const { id } = await createLead(server, { companyName: 'Waits Patiently' });
    const proposal = await sendProposal(server, await createLeadWithPlan(server, 'Has An Offer'));
    await page.clock.install();
    await page.goto('/admin');
    for (const [companyName, answer] of [
      ['Waits Patiently', () => server.api.patch(`/api/leads/${id}`, { status: 'contacted' })],
      ['Has An Offer', () => server.api.post(`/api/proposals/${proposal.id}/withdraw`, {})],
    ] as const) {
      const company = page.getByText(companyName, { exact: true });
      const row = page.getByRole('listitem').filter({ has: company });
      await row.getByRole('button', { name: /^Mail/ }).click();
      const text = page.getByRole('dialog', { name: /^Mail to/ }).getByLabel('Text');
      await text.fill('Half a sentence');
      expect((await answer()).status).toBe(200);
      await page.clock.fastForward(10_000);
      await expect(company).toHaveCount(0);
      await expect(text).toHaveValue('Half a sentence');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(text).toBeHidden();
    }
  });

  test('keeps the other day that is being chosen for a step that somebody else does, or whose lead is answered', async ({
    page,
    server,
  }) => {
    const dueAt = new Date(Date.now() - 86_400_000).toISOString();
    const addStep = async (leadId: string, title: string) => {
      const { body } = await server.api.post(`/api/leads/${leadId}/tasks`, { title, dueAt });
      return (body as { id: string }).id;
    };
    const planned = await createLead(server, { companyName: 'Has A Plan' }, 'contacted');
    const taskId = await addStep(planned.id, 'Send the proposal');
    const waiting = await createLead(server, { companyName: 'Waits Patiently' });
    await addStep(waiting.id, 'Call before noon');
    await page.clock.install();
    await page.goto('/admin');
    for (const [region, text, change] of [
      [
        'Follow-ups',
        'Send the proposal',
        () => server.api.patch(`/api/tasks/${taskId}`, { doneAt: new Date().toISOString() }),
      ],
      [
        'Waiting for a first answer',
        'Call before noon',
        () => server.api.patch(`/api/leads/${waiting.id}`, { status: 'contacted' }),
      ],
    ] as const) {
      // The dialog hides the page from assistive technology.
      const list = page.getByRole('region', { name: region, includeHidden: true });
      const row = list.locator('[data-follow-up]').filter({ hasText: text });
      await row.getByLabel('Put off to another day').selectOption('Another day…');
      const field = page.getByRole('dialog', { name: 'Change next step' }).getByLabel('Next step');
      await field.fill('Half a sentence');
      await change();
      await page.clock.fastForward(10_000);
      await expect(row).toHaveCount(0);
      await expect(field).toHaveValue('Half a sentence');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Discard' }).click();
      await expect(field).toBeHidden();
    }
  });

  test('leaves the dialog open in which another day is chosen again while the first is being saved', async ({
    page,
    server,
  }) => {
    const { id } = await createLead(server, { companyName: 'Has A Plan' }, 'contacted');
    const dueAt = new Date(Date.now() - 86_400_000).toISOString();
    await server.api.post(`/api/leads/${id}/tasks`, { title: 'Send the proposal', dueAt });
    await page.goto('/admin');
    const choose = page.getByLabel('Put off to another day');
    const dialog = page.getByRole('dialog', { name: 'Change next step' });
    await choose.selectOption('Another day…');
    const release = await holdRequests(page, '**/api/tasks/*');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('button', { name: 'Saving...' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await choose.selectOption('Another day…');
    await dialog.getByLabel('Next step').fill('Half a sentence');
    release();
    await expect(toast(page)).toContainText('Send the proposal: Tomorrow');
    await expect(dialog.getByLabel('Next step')).toHaveValue('Half a sentence');
  });

  test('has Overview, Leads and Calls one tap away on a phone, and the other tabs in a menu, also by keyboard', async ({
    page,
    server,
  }) => {
    await createLead(server, { companyName: 'On The Go' });
    await page.setViewportSize(phone);
    await page.goto('/admin');
    await expect(page.getByRole('navigation', { name: 'Admin' })).toBeHidden();
    const bar = page.getByRole('navigation', { name: 'Main places' });
    await expect(bar.getByRole('link')).toHaveText(['Overview', 'Leads 1 new', 'Calls']);
    const content = bar.getByRole('button', { name: 'Content' });
    await content.click();
    const tabs = bar.getByRole('listitem');
    await expect(tabs).toHaveText(adminLists.map(({ title }) => title));
    await expectNoViolations(page, { sizes: [phone] });
    await page.keyboard.press('Escape');
    await expect(tabs).toHaveCount(0);
    await expect(content).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/admin?tab=talents');
    await expect(content).toHaveAttribute('aria-current', 'true');
    await expect(tabs).toHaveCount(0);
    await bar.getByRole('link', { name: 'Calls' }).click();
    await expect(page).toHaveURL('/admin?tab=calls');
    await bar.getByRole('link', { name: 'Leads' }).click();
    await expect(page.getByRole('rowheader', { name: 'On The Go' })).toBeVisible();
  });
});

test('suspected spam is left out of the list, can be filtered, and counts as a new lead after Not spam', async ({
  page,
  server,
}) => {
  const sent = { ...sampleLead, companyName: 'Filled In By A Program', website: 'x' };
  expect((await server.api.post('/api/leads', sent)).status).toBe(201);
  await server.api.post('/api/leads', { ...sampleLead, companyName: 'Typed By Hand' });
  await page.goto('/admin');
  await expect(page.getByText('You have 1 new leads to review.', { exact: true })).toBeVisible();
  await expect(page.getByText('Not counted: 1 suspected spam')).toBeVisible();
  await page.getByRole('link', { name: '1 suspected spam' }).click();
  await expect(page).toHaveURL('/admin?tab=leads&status=suspect');

  await page.goto('/admin?tab=leads');
  await expect(page.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('row').last()).toContainText('Typed By Hand');
  await page.getByLabel('Status').selectOption('Suspected spam');
  await expect(page.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Edit Filled In By A Program' }).click();
  await expect(page.getByText(/Suspected spam: a hidden field was filled in/)).toBeVisible();
  await expectNoViolations(page, { within: dialogSelector });
  await page.getByRole('button', { name: 'Not spam' }).click();
  await expect(page.getByText('No longer marked as spam.')).toBeVisible();
  await page.goto('/admin');
  await expect(page.getByText('You have 2 new leads to review.', { exact: true })).toBeVisible();
});
