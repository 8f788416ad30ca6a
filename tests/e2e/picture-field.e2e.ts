import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page, Request } from '@playwright/test';
import { padJpeg } from '../support/pictures';
import { temporaryFolder } from '../support/temporary-folder';
import { adminList, fillList } from './admin-lists';
import { dialogSelector, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { openEdit } from './item-forms';
import { toast } from './lead-form';
import {
  chooseFile,
  createPhoto,
  expectDecoded,
  openTalentWithoutPicture,
  pictureField,
  type UploadFile,
} from './picture-field';

test.use({ sharedSite: 'own lists' });

const progress = (page: Page): Locator => page.getByRole('progressbar', { name: 'Upload' });

/** Dispatches the drop or paste event that the browser fires when a file is dropped or pasted. */
async function transferFile(
  target: Locator,
  event: 'drop' | 'paste',
  file: UploadFile,
): Promise<void> {
  const { name, mimeType, buffer } = file;
  const transfer = { event, name, mimeType, base64: buffer.toString('base64') };
  await target.evaluate((element, { event, name, mimeType, base64 }) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const data = new DataTransfer();
    data.items.add(new File([bytes], name, { type: mimeType }));
    element.dispatchEvent(
      event === 'drop'
        ? new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data })
        : new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData: data }),
    );
  }, transfer);
}

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

test.beforeEach(({ signIn }) => signIn());

test.describe('picture field', () => {
  test('takes a picture by drop and by paste, shows the progress, and can be canceled and cleared', async ({
    page,
    server,
  }) => {
    const form = await openTalentWithoutPicture(page, server);
    const field = pictureField(page);
    const photo = await createPhoto();
    await test.step('cancel an upload', async () => {
      const release = await holdRequests(page, '**/api/objects/upload/*');
      await chooseFile(page, field, photo);
      await expect(progress(page)).toBeVisible();
      await expect(field.getByText('at the desk.jpg')).toBeVisible();
      await field.getByRole('button', { name: 'Cancel upload' }).click();
      await expect(progress(page)).toHaveCount(0);
      release();
      await expect(field.locator('img')).toHaveCount(0);
    });
    await test.step('drop a picture, and remove it', async () => {
      await transferFile(field.locator('div').first(), 'drop', photo);
      await expectDecoded(field.locator('img'));
      await field.getByRole('button', { name: 'Remove' }).click();
      await expect(field.getByRole('button', { name: 'Choose a file' })).toBeFocused();
      await expect(field.locator('img')).toHaveCount(0);
      await expect(form.preview.locator('svg[viewBox="0 0 124 124"]')).toBeVisible();
    });
    await test.step('paste a picture', async () => {
      await transferFile(field.getByRole('button').first(), 'paste', photo);
      await expectDecoded(field.locator('img'));
      await expect(toast(page)).toContainText('Image uploaded');
    });
  });

  test('a new picture clears the description of the previous one, but not one typed during its upload', async ({
    page,
    server,
  }) => {
    await openTalentWithoutPicture(page, server);
    const field = pictureField(page);
    const description = field.getByLabel('What the picture shows');
    const photo = await createPhoto();
    await chooseFile(page, field, photo);
    await description.fill('The first picture');
    await chooseFile(page, field, photo);
    await expect(description).toHaveValue('');

    await description.fill('The second picture');
    const previous = await field.locator('img').getAttribute('src');
    const release = await holdRequests(page, '**/api/objects/upload/*');
    await chooseFile(page, field, photo);
    await expect(progress(page)).toBeVisible();
    await description.fill('The third picture');
    release();
    await expect(field.locator('img')).not.toHaveAttribute('src', previous ?? '');
    await expect(description).toHaveValue('The third picture');
  });

  test('a logo can be uploaded, and has no focus point', async ({ page, server }) => {
    const [id] = await fillList(server, adminList('case-studies'), ['Fernhalt']);
    await server.api.patch(`/api/case-studies/${id}`, { clientLogo: null });
    const form = await openEdit(page, 'case-studies', 'Fernhalt');
    const field = page.getByRole('group', { name: /logo/i });
    await chooseFile(page, field, await createPhoto());
    await expect(toast(page)).toContainText('Logo uploaded');
    // On both grounds: light and dark.
    await expect(field.locator('img')).toHaveCount(2);
    await expectDecoded(field.locator('img').last());
    await expect(field.getByRole('slider')).toHaveCount(0);
    await form.button('Save changes').click();
    await expect(form.dialog).toBeHidden();
    const { body } = await server.api.get(`/api/case-studies/${id}`);
    expect(body).toMatchObject({ clientLogo: expect.stringMatching(/^\/objects\/[\da-f-]{36}$/) });
  });
});

test('unsupported picture format is rejected before the upload, with the reason and a suggestion', async ({
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

test.describe('rejected picture uploads', () => {
  test.use({ allowErrors: /status of (415|422)|ERR_FAILED/ });

  test('show the error of each file, the reason at the field, and a lost connection, after which the next upload works', async ({
    page,
    server,
  }) => {
    await openTalentWithoutPicture(page, server);
    const field = pictureField(page);
    const good = await createPhoto();
    // From the disk: Playwright would send its bytes to the browser in one message.
    const folder = temporaryFolder();
    const large = join(folder.path, 'large.jpg');
    writeFileSync(large, padJpeg(good.buffer, 10_485_761));
    const files: [alert: string, file: UploadFile | string][] = [
      ['File size must be less than 10MB', large],
      ['Please select an image file', { ...good, buffer: Buffer.from('MZ, a renamed program') }],
      [
        'Failed to upload file. Please try again.',
        { ...good, buffer: good.buffer.subarray(0, 900) },
      ],
      ['Please select an image file', { ...good, buffer: heic }],
    ];
    for (const [alert, file] of files) {
      await chooseFile(page, field, file);
      await expect(toast(page)).toContainText(alert);
      await toast(page).getByRole('button', { name: 'Close' }).click();
      await expect(toast(page)).toHaveCount(0);
      await expect(field.locator('img')).toHaveCount(0);
    }
    const reason = field.getByText(/^HEIC photos can't be read here\./);
    await expect(reason).toBeVisible();
    await page.route('**/api/objects/upload/*', (route) => route.abort());
    await chooseFile(page, field, good);
    await expect(toast(page)).toContainText('Failed to upload file. Please try again.');
    await page.unroute('**/api/objects/upload/*');
    await chooseFile(page, field, good);
    await expectDecoded(field.locator('img'));
    await expect(reason).toHaveCount(0);
    folder.remove();
  });
});

test('picture address is accepted only for pictures of this site', async ({ page, server }) => {
  await openTalentWithoutPicture(page, server);
  const field = pictureField(page);
  const within = `${dialogSelector} fieldset:has(input[type=file])`;
  await expectNoViolations(page, { within });
  await field.getByText('Use an address').click();
  const address = field.getByLabel('Address', { exact: true });
  await address.fill('https://elsewhere.example/ana.jpg');
  await expect(field.getByText(/^Enter the address of a picture on this site/)).toBeVisible();
  await expect(field.locator('img')).toHaveCount(0);
  await address.fill('/objects/demo-walter');
  await expect(field.getByText(/^Enter the address of a picture on this site/)).toHaveCount(0);
  await expectDecoded(field.locator('img'));
  await expectNoViolations(page, { within });
});
