import type { ApiClient } from '../support/api-client';
import { sampleItems } from '../support/samples';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { toast } from './lead-form';

test.use({ sharedSite: 'own lists' });

test.beforeEach(async ({ signIn, server }) => {
  await signIn();
  await server.api.signIn();
});

async function createDeletedStat(api: ApiClient, label: string): Promise<void> {
  const { body } = await api.post('/api/stats', { ...sampleItems.stats, label });
  await api.delete(`/api/stats/${(body as { id: string }).id}`);
}

test('Recently deleted brings an item back to its list, and erases another for good after a confirmation', async ({
  page,
  server,
}) => {
  await createDeletedStat(server.api, 'hours won back');
  await createDeletedStat(server.api, 'best forgotten');
  await page.goto('/admin?tab=hero-stats');
  await page.getByText('Recently deleted').click();
  const deleted = page.locator('details').filter({ hasText: 'Recently deleted' });
  await expect(deleted).toContainText('hours won back deleted by admin, ');
  await expectNoViolations(page, { within: 'main' });
  await deleted.getByRole('button', { name: 'Restore hours won back' }).click();
  await expect(toast(page)).toContainText('Restored');
  await expect(page.getByRole('button', { name: 'Edit hours won back' })).toBeVisible();
  await expect(deleted.getByText('hours won back')).toHaveCount(0);

  await deleted.getByRole('button', { name: 'Delete for good: best forgotten' }).click();
  const confirmation = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(confirmation).toContainText(
    'This will permanently delete best forgotten. This action cannot be undone.',
  );
  await expect(confirmation).toContainText('Its content and history are erased immediately.');
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Deleted for good');
  await expect(deleted.getByText('best forgotten')).toHaveCount(0);
});
