import type { Request } from '@playwright/test';
import { expect, test } from './fixtures';
import { toast } from './lead-form';
import { chooseFile, createPhoto, openTalentWithoutPicture, pictureField } from './picture-field';

test.use({ sharedSite: 'own lists' });

const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');

/** Unsupported files, each with the reason shown below 'Please select an image file'. */
const unsupported = [
  [
    { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: svg },
    'SVG files are not accepted, because they can contain scripts. Export the drawing as PNG or WebP and try again.',
  ],
  [
    { name: 'IMG_0412.HEIC', mimeType: 'image/heic', buffer: heic },
    "HEIC photos can't be read here. Export it as JPEG, PNG or WebP and try again.",
  ],
  [
    { name: 'IMG_0412.HEIC', mimeType: '', buffer: heic },
    "HEIC photos can't be read here. Export it as JPEG, PNG or WebP and try again.",
  ],
  [
    { name: 'scan.tif', mimeType: 'image/tiff', buffer: Buffer.from('II*\0') },
    "TIFF pictures can't be read here. Export it as JPEG, PNG or WebP and try again.",
  ],
  [
    { name: 'old.bmp', mimeType: 'image/bmp', buffer: Buffer.from('BM') },
    "BMP pictures can't be read here. Export it as JPEG, PNG or WebP and try again.",
  ],
  [
    { name: 'scan.pcx', mimeType: 'image/x-pcx', buffer: Buffer.from([10]) },
    "Pictures of this format can't be read here. Export it as JPEG, PNG or WebP and try again.",
  ],
] as const;

test.describe('unsupported picture format', () => {
  test.beforeEach(({ signIn }) => signIn());

  test('is rejected before the upload, with the reason and a suggestion', async ({
    page,
    server,
  }) => {
    await openTalentWithoutPicture(page, server);
    const uploads: Request[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/objects/upload')) uploads.push(request);
    });
    for (const [file, reason] of unsupported) {
      await chooseFile(page, pictureField(page), file);
      await expect(toast(page), file.name).toContainText('Please select an image file');
      await expect(toast(page)).toContainText(reason);
      await toast(page).getByRole('button', { name: 'Close' }).click();
      await expect(toast(page)).toHaveCount(0);
      // The reason stays at the field after the toast is gone.
      await expect(pictureField(page).getByText(reason)).toBeVisible();
    }
    const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') };
    await chooseFile(page, pictureField(page), notes);
    await expect(toast(page)).toContainText('Please select an image file');
    await expect(toast(page)).not.toContainText('try again');
    expect(uploads).toEqual([]);
  });

  test.describe('with a .jpg file name', () => {
    test.use({ allowErrors: /status of 415/ });

    test('a HEIC photo is rejected by the server with the same reason, which the next upload clears', async ({
      page,
      server,
    }) => {
      await openTalentWithoutPicture(page, server);
      const field = pictureField(page);
      await chooseFile(page, field, { name: 'IMG_0412.jpg', mimeType: 'image/jpeg', buffer: heic });
      await expect(toast(page)).toContainText('Please select an image file');
      const reason = field.getByText(/^HEIC photos can't be read here\./);
      await expect(reason).toBeVisible();
      await chooseFile(page, field, await createPhoto());
      // Rendering the sizes of the picture takes over 5 s on a slow machine.
      await expect(field.locator('img')).toBeVisible();
      await expect(reason).toHaveCount(0);
    });
  });
});
