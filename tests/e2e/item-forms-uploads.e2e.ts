import { samplePicture } from '../support/pictures';
import { adminList, fillList } from './admin-lists';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { openEdit } from './item-forms';
import { toast } from './lead-form';

test.beforeEach(({ signIn }) => signIn());
test.use({ sharedSite: 'own lists', allowErrors: /status of 401/ });

test('a picture upload asks for the password when the session has ended, and blocks saving until it is finished', async ({
  page,
  context,
  server,
}) => {
  const [id] = await fillList(server, adminList('talents'), ['Ana Fuentes']);
  const form = await openEdit(page, 'talents', 'Ana Fuentes');
  await context.clearCookies();
  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('group', { name: /^Picture/ })
    .getByRole('button', { name: /^Choose/ })
    .click();
  const buffer = await samplePicture();
  await (await chooser).setFiles({ name: 'desk.jpg', mimeType: 'image/jpeg', buffer });
  const signIn = page.getByRole('dialog', { name: 'Your session has ended' });
  await signIn.getByLabel('Password').fill(server.adminPassword);
  const release = await holdRequests(page, '**/api/objects/upload');
  await signIn.getByRole('button', { name: 'Login' }).click();
  await expect(signIn).toBeHidden();
  await form.button('Save changes').click();
  await expect(toast(page)).toContainText('The picture is still uploading');
  release();
  await expect(toast(page)).toContainText('Image uploaded');
  await form.button('Save changes').click();
  await expect(toast(page)).toContainText('Talent updated');
  const { body } = await server.api.get(`/api/talents/${id}`);
  expect(body).toMatchObject({ imageUrl: expect.stringMatching(/^\/objects\//) });
});
