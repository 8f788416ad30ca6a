import type { Locator, Page, Request } from '@playwright/test';
import { samplePicture } from '../pictures';
import { adminList, fillList } from './admin-lists';
import { expect, test } from './fixtures';
import { openEdit } from './item-forms';
import { toast } from './lead-form';

const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');

const pictureField = (page: Page): Locator => page.getByRole('group', { name: /^Picture/ });

async function openTalent(page: Page, server: Parameters<typeof fillList>[0]): Promise<void> {
  const [id] = await fillList(server, adminList('talents'), ['Ana Fuentes']);
  await server.api.patch(`/api/talents/${id}`, { imageUrl: null });
  await openEdit(page, 'talents', 'Ana Fuentes');
}

async function choose(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await pictureField(page)
    .getByRole('button', { name: /^Choose/ })
    .click();
  await (await chooser).setFiles(file);
}

/** Each file, and what is said of it beside 'Please select an image file'. */
const refused = [
  [
    'an SVG',
    { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg },
    'SVG files are not accepted, because they can contain scripts. Export the drawing as PNG or WebP and try again.',
  ],
  [
    'a HEIC photo of a phone',
    { name: 'IMG_0412.HEIC', mimeType: 'image/heic', buffer: heic },
    "HEIC photos can't be read here. Export it as JPEG, PNG or WebP and try again.",
  ],
  [
    'a HEIC photo that the system knows no type for',
    { name: 'IMG_0412.HEIC', mimeType: '', buffer: heic },
    "HEIC photos can't be read here. Export it as JPEG, PNG or WebP and try again.",
  ],
  [
    'a TIFF',
    { name: 'scan.tif', mimeType: 'image/tiff', buffer: Buffer.from('II*\0') },
    "TIFF pictures can't be read here. Export it as JPEG, PNG or WebP and try again.",
  ],
  [
    'a BMP',
    { name: 'old.bmp', mimeType: 'image/bmp', buffer: Buffer.from('BM') },
    "BMP pictures can't be read here. Export it as JPEG, PNG or WebP and try again.",
  ],
  [
    'a picture of a rare format',
    { name: 'scan.pcx', mimeType: 'image/x-pcx', buffer: Buffer.from([10]) },
    "Pictures of this format can't be read here. Export it as JPEG, PNG or WebP and try again.",
  ],
] as const;

test.describe('a picture of a format that is not read', () => {
  test.beforeEach(({ signIn }) => signIn());

  for (const [what, file, reason] of refused) {
    test(`${what} is refused before it is sent, with the reason and what to do`, async ({
      page,
      server,
    }) => {
      await openTalent(page, server);
      const uploads: Request[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/api/objects/upload')) uploads.push(request);
      });
      await choose(page, file);
      await expect(toast(page)).toContainText('Please select an image file');
      await expect(toast(page)).toContainText(reason);
      // It stays at the field, where it can be read after the toast has gone.
      await expect(pictureField(page).getByText(reason)).toBeVisible();
      expect(uploads).toEqual([]);
    });
  }

  test.describe('under the name of one that is', () => {
    test.use({ allowErrors: /status of 415/ });

    test('is refused by the server, with the same reason', async ({ page, server }) => {
      await openTalent(page, server);
      await choose(page, { name: 'IMG_0412.jpg', mimeType: 'image/jpeg', buffer: heic });
      await expect(toast(page)).toContainText('Please select an image file');
      const reason = pictureField(page).getByText(/^HEIC photos can't be read here\./);
      await expect(reason).toBeVisible();
      await choose(page, {
        name: 'at the desk.jpg',
        mimeType: 'image/jpeg',
        buffer: await samplePicture(),
      });
      await expect(pictureField(page).locator('img')).toBeVisible();
      await expect(reason).toHaveCount(0);
    });
  });

  test('a file that is no picture is refused in the one sentence', async ({ page, server }) => {
    await openTalent(page, server);
    await choose(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') });
    await expect(toast(page)).toContainText('Please select an image file');
    await expect(toast(page)).not.toContainText('try again');
  });
});
