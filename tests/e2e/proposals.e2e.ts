import type { Browser, Page } from '@playwright/test';
import { dialogSelector, expectNoViolations, phone } from './axe';
import { expect, measureOverhang, test } from './fixtures';
import { toast } from './lead-form';
import { openLeadPage, removeAllLeads, timeline } from './leads';
import {
  createLeadWithPlan,
  editor,
  inDays,
  proposals,
  sendProposal,
  writeProposal,
} from './proposals';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test.beforeEach(async ({ signIn, server }) => {
  await signIn();
  await removeAllLeads(server);
});

/** Opens an address as the client does: in another browser, without JavaScript. */
async function openAsClient(browser: Browser, url: string): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  return page;
}

test.describe('proposal', () => {
  test('is written from the plan, sent as a link, accepted, and both sides see it', async ({
    page,
    browser,
    server,
  }) => {
    const leadId = await createLeadWithPlan(server, 'Writes And Accepts');
    await page.goto(`/admin/leads/${leadId}`);
    const plan = page.getByRole('region', { name: /^Plan/ });
    const chosen = plan.getByRole('checkbox', { checked: true });
    await expect(chosen.first()).toBeVisible();
    const name = (await chosen.first().getAttribute('aria-label'))?.replace('Propose ', '') ?? '';
    await plan.getByRole('button', { name: 'Write the proposal' }).click();
    await expect(page.getByRole('heading', { name: 'New proposal' })).toBeFocused();
    const form = editor(page);
    await form.getByLabel(`Price of ${name}`).fill('$13 an hour');
    await form.getByRole('button', { name: 'Add a line' }).click();
    await form.getByLabel('Text of line 1').fill('Hours, invoiced monthly');
    await form.getByLabel('Price of line 1').fill('$130 a week');
    await form.getByLabel('From').fill('Rosa Puente');
    await form.getByLabel('Note').fill('Send me your SOP binder this week.');
    await form.getByRole('button', { name: 'Save draft' }).click();
    await expect(toast(page)).toContainText('Draft saved');

    await form.getByRole('button', { name: 'Send' }).click();
    const dialog = page.getByRole('dialog', { name: /^Send proposal/ });
    await dialog.getByRole('button', { name: 'Copy link' }).click();
    await expect(toast(page)).toContainText('Link copied');
    await expect(proposals(page)).toContainText('Sent as a link');
    await expect(page.getByRole('button', { name: /^proposal sent/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );

    const url = await page.evaluate(() => navigator.clipboard.readText());
    const client = await openAsClient(browser, url);
    await expect(client.getByRole('heading', { level: 1 })).toContainText('Writes And Accepts,');
    await expect(client.getByRole('table', { name: /^Front desk/ })).toBeVisible();
    const person = client.getByRole('listitem').filter({ hasText: name });
    await expect(person).toContainText('$13 an hour');
    await expect(client.getByRole('region', { name: 'From Rosa' })).toContainText('SOP binder');
    const price = client.getByRole('complementary', { name: 'Price' });
    await expect(price).toContainText('$130 a week');
    await price.getByLabel('Your name').fill('Olga Brenner');
    await price.getByRole('button', { name: 'Accept' }).click();
    await expect(client.getByRole('status')).toContainText('Accepted by Olga Brenner');
    await expect(price.getByRole('button', { name: 'Accept' })).toBeHidden();
    await client.context().close();

    await page.reload();
    await expect(proposals(page)).toContainText('Accepted by Olga Brenner');
    await expect(proposals(page).getByRole('button')).toHaveCount(0);
    await expect(timeline(page)).toContainText(/Proposal \d+ accepted by Olga Brenner/);
    await expect(page.getByRole('button', { name: /^closed won/ })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
  });

  test('goes out by email, with a link that only works from then on', async ({
    page,
    browser,
    server,
  }) => {
    const leadId = await createLeadWithPlan(server, 'Gets A Mail');
    const { url } = await writeProposal(server, leadId);
    const before = await openAsClient(browser, url);
    await expect(before.getByRole('heading', { level: 1 })).toHaveText(
      'We couldn’t find this proposal.',
    );
    await page.goto(`/admin/leads/${leadId}`);
    const preview = proposals(page).getByRole('link', { name: 'Preview' });
    await expect(preview).toHaveAttribute('href', url);
    await proposals(page).getByRole('button', { name: 'Send' }).click();
    await page.getByRole('button', { name: 'Send by email' }).click();
    await expect(toast(page)).toContainText(/Proposal \d+ is on its way to Olga/);
    await server.smtp.find(({ text }) => text.replaceAll('\n', '').includes(url));
    await before.goto(url);
    await expect(before.getByRole('button', { name: 'Accept' })).toBeVisible();
    await before.context().close();
  });

  test('is changed, withdrawn, and says so to the client', async ({ page, browser, server }) => {
    const leadId = await createLeadWithPlan(server, 'Changes Its Mind');
    const { url } = await sendProposal(server, leadId);
    const client = await openAsClient(browser, url);
    await client.getByLabel('Your name').fill('Olga Brenner');

    await page.goto(`/admin/leads/${leadId}`);
    await proposals(page).getByRole('button', { name: 'Edit' }).click();
    await editor(page).getByLabel('Price of line 1').fill('$140 a week');
    await editor(page).getByRole('button', { name: 'Save changes' }).click();
    await expect(toast(page)).toContainText('Olga sees it at the same link.');
    await editor(page).getByRole('button', { name: 'Close' }).click();

    await client.getByRole('button', { name: 'Accept' }).click();
    await expect(client.getByRole('alert')).toContainText('has changed since you opened it');
    await expect(client.getByLabel('Your name')).toHaveValue('Olga Brenner');
    await expect(client.getByText('$140 a week')).toBeVisible();

    await proposals(page).getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await expect(proposals(page)).toContainText('Withdrawn.');
    await client.reload();
    await expect(client.getByRole('heading', { level: 1 })).toContainText('was withdrawn.');
    await client.context().close();
  });

  test('is written without a plan by keyboard alone, and asks before changes are lost', async ({
    page,
    server,
  }) => {
    await openLeadPage(page, server, { companyName: 'Never Painted' });
    await expect(page.getByRole('heading', { name: 'Facts' })).toBeVisible();
    await expect(page.getByRole('heading', { name: /^Plan/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'More actions' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'New proposal' })).toBeFocused();
    // The people arrive a moment after the form.
    await expect(editor(page).getByLabel('Add a person')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(editor(page).getByLabel('Add a person')).toBeFocused();
    await page.keyboard.type('Marisol');
    await expect(editor(page).getByLabel('Price of Marisol Vega')).toBeVisible();
    await editor(page).getByRole('button', { name: 'Add a line' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Start-up');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Welcome');
    await expect(editor(page).getByLabel('Note')).toHaveValue('Welcome');
    await editor(page).getByRole('button', { name: 'Save draft' }).focus();
    await page.keyboard.press('Enter');
    await expect(editor(page).getByText('Enter a price')).toBeFocused();
    await editor(page).getByRole('button', { name: 'Remove line 1' }).focus();
    await page.keyboard.press('Enter');
    await expect(editor(page).getByRole('button', { name: 'Add a line' })).toBeFocused();
    await editor(page).getByRole('button', { name: 'Cancel' }).focus();
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await editor(page).getByLabel('Note').focus();
    await page.keyboard.press('Shift+Tab');
    await editor(page).getByRole('button', { name: 'Save draft' }).focus();
    await page.keyboard.press('Enter');
    await expect(toast(page)).toContainText('Draft saved');
    await expect(page.getByRole('heading', { name: /^Proposal \d+$/ })).toBeVisible();
  });

  test('brings a question to the overview, which ends when it is answered', async ({
    page,
    browser,
    server,
  }) => {
    const leadId = await createLeadWithPlan(server, 'Asks Away');
    await sendProposal(server, leadId, { validUntil: inDays(2) });
    const { url } = await sendProposal(server, leadId);
    const client = await openAsClient(browser, url);
    const price = client.getByRole('complementary', { name: 'Price' });
    await price.getByText('Ask a question').click();
    await price.getByLabel('Your question').fill('Can Marisol start a week earlier?');
    await price.getByRole('button', { name: 'Send question' }).click();
    await expect(price.getByRole('status')).toContainText('We have your question');
    await client.context().close();

    await page.goto('/admin');
    const waiting = page.getByRole('region', { name: 'Proposals' }).getByRole('listitem');
    await expect(waiting).toHaveText([/Can Marisol start a week earlier\?/, /Ends on/]);
    await expectNoViolations(page, { within: 'main' });
    await page.setViewportSize(phone);
    await waiting.first().getByRole('button', { name: 'Mail Olga Brenner' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click();
    await expect(waiting.first()).not.toContainText('Can Marisol');
    await waiting.first().getByRole('link', { name: 'Asks Away' }).click();
    await expect(timeline(page)).toContainText('Can Marisol start a week earlier?');
  });

  test('has no axe violations, and fits 320 pixels, on the side of the owner', async ({
    page,
    server,
  }) => {
    const leadId = await createLeadWithPlan(server, 'Looks Closely');
    await sendProposal(server, leadId);
    await page.goto(`/admin/leads/${leadId}`);
    await expect(proposals(page)).toBeVisible();
    await expectNoViolations(page);
    await proposals(page).getByRole('button', { name: 'Edit' }).click();
    await editor(page).getByRole('button', { name: 'Add a line' }).click();
    await editor(page).getByLabel('Text of line 2').fill('Start-up');
    await editor(page).getByRole('button', { name: 'Save changes' }).click();
    await expect(editor(page).getByText('Enter a price')).toBeVisible();
    await expectNoViolations(page);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await measureOverhang(page)).toBe(0);
    await editor(page).getByRole('button', { name: 'Remove line 2' }).click();
    await editor(page).getByRole('button', { name: 'Send' }).click();
    await expectNoViolations(page, { within: dialogSelector });
  });
});

test.describe('page of a proposal', () => {
  test.use({ allowErrors: /status of (400|404)/ });

  test('has no axe violations, and fits 320 pixels, in each state', async ({ page, server }) => {
    const leadId = await createLeadWithPlan(server, 'Supercalifragilistic Hairdressers');
    const nobody = { talentIds: [] };
    const draft = await writeProposal(server, leadId);
    const open = await sendProposal(server, leadId);
    const withdrawn = await sendProposal(server, leadId);
    await server.api.post(`/api/proposals/${withdrawn.id}/withdraw`);
    const states = {
      draft: draft.url,
      open: open.url,
      'nobody yet': (await sendProposal(server, leadId, nobody)).url,
      'no plan': (await sendProposal(server, leadId, { plan: null })).url,
      withdrawn: withdrawn.url,
      unknown: '/proposal/nothing',
    };
    for (const [state, url] of Object.entries(states)) {
      await test.step(state, async () => {
        await page.goto(url);
        await expectNoViolations(page);
        for (const dir of ['ltr', 'rtl']) {
          await page.evaluate((value) => document.documentElement.setAttribute('dir', value), dir);
          await page.setViewportSize({ width: 320, height: 640 });
          const readWidth = () => page.evaluate(() => document.documentElement.scrollWidth);
          await expect.poll(readWidth, `${state}, ${dir}`).toBeLessThanOrEqual(320);
        }
      });
    }
    await page.goto(open.url);
    await page.getByText('Ask a question').click();
    await page.getByLabel('Your question').fill(' ');
    await page.getByRole('button', { name: 'Send question' }).click();
    await expect(page.getByRole('alert')).toHaveText('Please enter your question');
    await expect(page.getByLabel('Your question')).toBeFocused();
    await expectNoViolations(page);
    await page.getByLabel('Your name').fill('Olga Brenner');
    await page.getByLabel('Your name').press('Enter');
    await expect(page.getByRole('status')).toContainText('Accepted by Olga Brenner');
    await expectNoViolations(page);
  });
});
