import type { Page } from '@playwright/test';
import { samplePicture } from '../support/pictures';
import { adminList, fillList } from './admin-lists';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { openEdit } from './item-forms';
import { toast } from './lead-form';

test.beforeEach(({ signIn }) => signIn());
test.use({ sharedSite: 'own lists', allowErrors: /status of 401/ });

const uploadTargets = '**/api/objects/upload';

async function choosePicture(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('group', { name: /^Picture/ })
    .getByRole('button', { name: /^Choose/ })
    .click();
  const buffer = await samplePicture();
  await (await chooser).setFiles({ name: 'desk.jpg', mimeType: 'image/jpeg', buffer });
}

test.describe('picture upload in an item form', () => {
  test('blocks saving until the upload has finished', async ({ page, server }) => {
    const [id] = await fillList(server, adminList('talents'), ['Ana Fuentes']);
    const form = await openEdit(page, 'talents', 'Ana Fuentes');
    const release = await holdRequests(page, uploadTargets);
    await choosePicture(page);
    await form.button('Save changes').click();
    await expect(toast(page)).toContainText('The picture is still uploading');
    release();
    await expect(toast(page)).toContainText('Image uploaded');
    await form.button('Save changes').click();
    await expect(toast(page)).toContainText('Talent updated');
    const { body } = await server.api.get(`/api/talents/${id}`);
    expect(body).toMatchObject({ imageUrl: expect.stringMatching(/^\/objects\//) });
  });

  test('asks for the password when the session has ended, then uploads the picture', async ({
    page,
    context,
    server,
  }) => {
    await fillList(server, adminList('talents'), ['Ana Fuentes']);
    const form = await openEdit(page, 'talents', 'Ana Fuentes');
    await context.clearCookies();
    await choosePicture(page);
    const signIn = page.getByRole('dialog', { name: 'Your session has ended' });
    await signIn.getByLabel('Password').fill(server.adminPassword);
    await signIn.getByRole('button', { name: 'Login' }).click();
    await expect(toast(page)).toContainText('Image uploaded');
    await expect(form.dialog).toBeVisible();
  });
});
