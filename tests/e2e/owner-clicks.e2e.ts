import type { Page } from '@playwright/test';
import { defaultCallHours } from '../../src/scheduling/hours/call-hours';
import { crmFiles } from '../support/crm-files';
import { dialogSelector, everySize, expectNoViolations } from './axe';
import { expect, test, useSiteWithoutLeads } from './fixtures';
import { holdRequests } from './hold-requests';
import { toast } from './lead-form';
import { createLead } from './leads';

/**
 * Counts what the owner's hand does: presses of the pointer, two for a choice in a drop-down list,
 * and the fields that are typed into.
 */
async function countActions(page: Page) {
  const counts = { presses: 0, fields: 0 };
  await page.exposeFunction('countAction', (kind: keyof typeof counts, count: number) => {
    counts[kind] += count;
  });
  await page.addInitScript(() => {
    const report = (kind: string, count: number) =>
      (window as unknown as Record<string, (kind: string, count: number) => void>).countAction?.(
        kind,
        count,
      );
    const fields = new Set<EventTarget | null>();
    document.addEventListener('pointerdown', () => report('presses', 1), true);
    document.addEventListener(
      'input',
      ({ target }) => {
        if (target instanceof HTMLSelectElement) report('presses', 2);
        else if (!fields.has(target) && !(target as HTMLInputElement).files) report('fields', 1);
        fields.add(target);
      },
      true,
    );
  });
  return counts;
}

const yesterday = new Date(Date.now() - 86_400_000).toISOString();

useSiteWithoutLeads();

for (const viewport of everySize) {
  test.describe(`the owner, at ${viewport.width} px`, () => {
    test.use({ viewport });

    // Other files share the site.
    test.afterEach(async ({ server }) => {
      const hours = await server.api.request('PUT', '/api/scheduling/hours', defaultCallHours);
      expect(hours.status).toBe(200);
    });

    test('sets a status with one press in the list, or a key, and with one or a choice on the page of the lead', async ({
      page,
      server,
    }) => {
      await createLead(server, { companyName: 'Northlake Spa' });
      const counts = await countActions(page);
      await page.goto('/admin?tab=leads');
      // Pressed on the cell, and released on an item of the menu that opens.
      await page.getByRole('button', { name: 'new', exact: true }).hover();
      await page.mouse.down();
      await page.getByRole('button', { name: 'contacted' }).hover();
      await page.mouse.up();
      await expect(toast(page)).toContainText('Northlake Spa is contacted');
      await expect(page.getByRole('button', { name: 'contacted', exact: true })).toBeFocused();
      await expect(page.getByRole('button', { name: 'discovery call' })).toBeHidden();
      expect(counts).toEqual({ presses: 1, fields: 0 });
      await page.getByRole('link', { name: 'Northlake Spa' }).focus();
      await page.keyboard.press('3');
      await expect(toast(page)).toContainText('Northlake Spa is discovery call');
      expect(counts).toEqual({ presses: 1, fields: 0 });
      await page.getByRole('link', { name: 'Northlake Spa' }).click();
      // On a phone it is the choice in a list.
      const isPhone = viewport.width < 600;
      if (isPhone) await page.getByLabel('Change status').selectOption('proposal sent');
      else await page.getByRole('button', { name: 'proposal sent' }).click();
      await expect(
        page.getByRole('button', { name: 'proposal sent', pressed: true }),
      ).toBeVisible();
      // With the one that opens the lead.
      expect(counts).toEqual({ presses: isPhone ? 4 : 3, fields: 0 });
    });

    test('puts a follow-up off with one press, wherever it is', async ({ page, server }) => {
      const { id } = await createLead(server, { companyName: 'Northlake Spa' }, 'contacted');
      const nextStep = { text: 'Send the proposal', dueAt: yesterday };
      const counts = await countActions(page);
      for (const path of [
        '/admin',
        '/admin?tab=leads',
        '/admin?tab=leads&view=board',
        `/admin/leads/${id}`,
      ]) {
        await server.api.patch(`/api/leads/${id}`, { nextStep });
        counts.presses = 0;
        await page.goto(path);
        await page.getByRole('button', { name: 'Put off: Tomorrow' }).first().click();
        await expect(toast(page)).toContainText('Send the proposal: Tomorrow');
        expect(counts, path).toEqual({ presses: 1, fields: 0 });
      }
    });

    test('sends a mail from a template with two presses, and finds it on the page of the lead', async ({
      page,
      server,
    }) => {
      const email = `olga@northlake${viewport.width}.example`;
      await createLead(server, { companyName: 'Northlake Spa', email });
      const counts = await countActions(page);
      await page.goto('/admin');
      await page.getByRole('button', { name: 'Mail Olga Brenner' }).click();
      const mail = page.getByRole('dialog', { name: 'Mail to Olga Brenner' });
      await expectNoViolations(page, { within: dialogSelector });
      const release = await holdRequests(page, '**/mail');
      await mail.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(mail.getByLabel('Text')).not.toBeEditable();
      release();
      await expect(toast(page)).toContainText('Mail to Olga Brenner is on its way');
      expect(counts).toEqual({ presses: 2, fields: 0 });
      await expect(page.getByText('Everyone has an answer.')).toBeVisible();
      const subject = 'Your inquiry about staff for Northlake Spa';
      const sent = await server.smtp.find((one) => one.to === email && one.subject === subject);
      expect(sent.replyTo).toBe('owner@crew.example');
      await page.goto('/admin?tab=leads');
      await page.getByRole('link', { name: 'Northlake Spa' }).click();
      await expect(page.getByText(`Mail: ${subject}`)).toBeVisible();
      await expect(page.getByText('Your mail', { exact: false }).first()).toBeVisible();
    });

    test('sets five equal days with two fields and a press, and saves with another', async ({
      page,
      server,
    }) => {
      const counts = await countActions(page);
      await page.goto('/admin?tab=hours');
      await page.getByLabel('Monday, opens').fill('08:15');
      await page.getByLabel('Monday, closes').fill('17:45');
      await page.getByRole('button', { name: 'Copy Monday to weekdays' }).click();
      await page.getByRole('button', { name: 'Save availability' }).click();
      await expect(toast(page)).toContainText('Availability saved');
      expect(counts).toEqual({ presses: 2, fields: 2 });
      const { body } = await server.api.get('/api/scheduling/hours');
      const { weekly } = body as { weekly: unknown[] };
      expect(weekly.slice(0, 5)).toEqual(Array(5).fill([{ from: '08:15', to: '17:45' }]));
    });

    test('imports 50 rows of a CRM with eight presses, of which four say what two statuses mean', async ({
      page,
      server,
    }) => {
      const text = crmFiles.find(({ name }) => name === 'Pipedrive')?.text ?? '';
      const file = text.replaceAll('Contact Made', 'Warm').replaceAll('Demo Scheduled', 'Hot');
      const counts = await countActions(page);
      await page.goto('/admin?tab=leads');
      await page.getByRole('button', { name: 'Import' }).click();
      const chooser = page.waitForEvent('filechooser');
      await page.getByText('Choose a CSV file').click();
      const buffer = Buffer.from(file);
      await (await chooser).setFiles({ name: 'crm.csv', mimeType: 'text/csv', buffer });
      const check = page.getByRole('dialog', { name: 'Check crm.csv' });
      await expect(check.getByRole('radio', { name: 'No, nothing turns red' })).toBeChecked();
      await expect(check).toContainText('2 of 7 to choose');
      await expectNoViolations(page, { within: dialogSelector });
      await check.getByLabel(/^Warm/).selectOption('contacted');
      await check.getByLabel(/^Hot/).selectOption('discovery call');
      await expect(check).toContainText('All recognized');
      await expect(check.getByRole('heading', { name: '1 row to fix' })).toBeVisible();
      await expect(check).toContainText('Studio 17, "North", Hal Rivera-17');
      await check.getByRole('button', { name: 'Import 49 leads' }).click();
      await page.getByRole('link', { name: 'See the 49 new leads' }).click();
      await expect(page.getByRole('rowheader').first()).toBeVisible();
      expect(counts).toEqual({ presses: 8, fields: 0 });
      expect((await server.api.get('/api/leads?status=new&q=Studio')).body).toEqual([]);
    });
  });
}
