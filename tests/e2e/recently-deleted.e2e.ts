import type { Page } from '@playwright/test';
import { sampleItems } from '../samples';
import { expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { toast } from './lead-form';

test.beforeEach(async ({ signIn, server }) => {
  await signIn();
  await server.api.signIn(server.adminPassword);
});

interface Api {
  post: (path: string, body: unknown) => Promise<{ body: unknown }>;
  delete: (path: string) => Promise<unknown>;
}

async function deletedStat(api: Api, label: string): Promise<void> {
  const { body } = await api.post('/api/stats', { ...sampleItems.stats, label });
  await api.delete(`/api/stats/${(body as { id: string }).id}`);
}

async function openDeleted(page: Page) {
  await page.goto('/admin?tab=hero-stats');
  await page.getByText('Recently deleted').click();
  return page.locator('details').filter({ hasText: 'Recently deleted' });
}

test('what was deleted long after its toast is gone comes back from its list', async ({
  page,
  server,
}) => {
  await deletedStat(server.api, 'hours won back');
  const deleted = await openDeleted(page);
  await expect(deleted).toContainText('hours won back deleted by admin, ');
  await expectNoViolations(page);
  await deleted.getByRole('button', { name: 'Restore hours won back' }).click();
  await expect(toast(page)).toContainText('Restored');
  await expect(page.getByRole('button', { name: 'Edit hours won back' })).toBeVisible();
  await expect(deleted.getByText('hours won back')).toHaveCount(0);
});

test('it can be deleted for good, after a question', async ({ page, server }) => {
  await deletedStat(server.api, 'best forgotten');
  const deleted = await openDeleted(page);
  await deleted.getByRole('button', { name: 'Delete for good: best forgotten' }).click();
  const question = page.getByRole('alertdialog', { name: 'Are you sure?' });
  await expect(question).toContainText(
    'This will permanently delete best forgotten. This action cannot be undone.',
  );
  await expect(question).toContainText('Its texts and its history are erased now.');
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page)).toContainText('Deleted for good');
  await expect(deleted.getByText('best forgotten')).toHaveCount(0);
});
