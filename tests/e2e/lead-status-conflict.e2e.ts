import { expect, test } from './fixtures';
import { fetchStoredLeads, toast } from './lead-form';
import { createLead, openLead } from './leads';

test.use({ sharedSite: 'demo content', allowErrors: /status of 412/ });

test.beforeEach(({ signIn }) => signIn());

test.describe('dialog with the status of a lead that someone else changes meanwhile', () => {
  test('stores nothing when the owner has changed nothing, and else asks only if both changed the status', async ({
    page,
    server,
  }) => {
    const { id } = await createLead(server, { companyName: 'Closed By Bo' }, 'contacted');
    const readStatus = async () => (await fetchStoredLeads(server, 'Closed By Bo'))[0]?.status;
    const change = (fields: object) => server.api.patch(`/api/leads/${id}`, fields);
    const dialog = await openLead(page, 'Closed By Bo');
    const save = dialog.getByRole('button', { name: 'Save' });
    await change({ status: 'closed_won' });
    await save.click();
    await expect(dialog).toBeHidden();
    expect(await readStatus()).toBe('closed_won');

    await openLead(page, 'Closed By Bo');
    await dialog.getByLabel('Status').selectOption('proposal sent');
    await change({ phone: '(512) 555-0111' });
    await save.click();
    await expect(toast(page)).toContainText('Lead updated');
    expect(await readStatus()).toBe('proposal_sent');

    await openLead(page, 'Closed By Bo');
    await dialog.getByLabel('Status').selectOption('discovery call');
    await change({ status: 'closed_won' });
    await save.click();
    const conflict = page.getByRole('dialog', { name: /^Someone else changed this lead/ });
    await expect(conflict.getByRole('group')).toContainText('Take theirsclosed won');
    await expect(conflict.getByRole('group')).toContainText('Keep minediscovery call');
    await conflict.getByRole('button', { name: 'Take all theirs' }).click();
    await conflict.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    expect(await readStatus()).toBe('closed_won');
  });
});
