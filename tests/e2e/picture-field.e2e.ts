import type { Locator, Page } from '@playwright/test';
import { padJpeg, samplePicture } from '../pictures';
import { adminList, fillList } from './admin-lists';
import { dialogSelector, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { openEdit } from './item-forms';
import { toast } from './lead-form';

interface UploadFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const photo = async (): Promise<UploadFile> => ({
  name: 'at the desk.jpg',
  mimeType: 'image/jpeg',
  buffer: await samplePicture(),
});

const pictureField = (page: Page): Locator => page.getByRole('group', { name: /^Picture/ });
const progress = (page: Page): Locator => page.getByRole('progressbar', { name: 'Upload' });
const faceRing = (page: Page): Locator => page.getByRole('slider', { name: 'Face' });
const findCard = (page: Page, name: string): Locator =>
  page.getByRole('article').filter({ hasText: name });

async function choose(page: Page, field: Locator, file: UploadFile): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await field.getByRole('button', { name: /^Choose/ }).click();
  await (await chooser).setFiles(file);
}

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

/** Opens the form of a talent without a picture. */
async function openTalent(page: Page, server: Parameters<typeof fillList>[0]) {
  const [id] = await fillList(server, adminList('talents'), ['Ana Fuentes']);
  await server.api.patch(`/api/talents/${id}`, {
    imageUrl: null,
    imageAlt: null,
    imageFocus: '50% 30%',
  });
  return openEdit(page, 'talents', 'Ana Fuentes');
}

/** Expects the browser to have decoded the image. */
const expectDecoded = (image: Locator) =>
  expect
    .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
    .toBeGreaterThan(0);

test.beforeEach(({ signIn }) => signIn());

test.describe('picture field', () => {
  test('an uploaded photograph appears on the site with its description, and its face where the ring was put', async ({
    page,
    server,
  }) => {
    const form = await openTalent(page, server);
    const field = pictureField(page);
    await choose(page, field, await photo());
    await expect(toast(page)).toContainText('Image uploaded');
    await expectDecoded(field.locator('img'));
    await expectDecoded(form.preview.locator('img'));

    await expect(faceRing(page)).toHaveAttribute(
      'aria-valuetext',
      '50% from the left, 30% from the top, 45% high',
    );
    await faceRing(page).focus();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowUp', 'ArrowLeft', '-', '-', '-', '+']) {
      await page.keyboard.press(key);
    }
    await expect(faceRing(page)).toHaveAttribute(
      'aria-valuetext',
      '55% from the left, 25% from the top, 35% high',
    );
    await field.getByLabel('What the picture shows').fill('Ana at the front desk');
    await form.button('Save changes').click();
    await expect(form.dialog).toBeHidden();

    await page.goto('/talent');
    const card = findCard(page, 'Ana Fuentes');
    const image = card.getByRole('img', { name: 'Ana at the front desk' });
    await expectDecoded(image);
    await expect(image).toHaveCSS('object-position', '55% 25%');
    const source = card.locator('picture source');
    await expect(source).toHaveAttribute('type', 'image/webp');
    await expect(source).toHaveAttribute('srcset', /^\/objects\/[\da-f-]{36}\/192\.webp 192w, /);
    await expect(source).toHaveAttribute('sizes', '267px');
    expect(await image.evaluate((shown: HTMLImageElement) => shown.currentSrc)).toMatch(/\.webp$/);
  });

  for (const event of ['drop', 'paste'] as const) {
    test(`a picture can be uploaded by ${event}`, async ({ page, server }) => {
      await openTalent(page, server);
      const field = pictureField(page);
      const target =
        event === 'drop' ? field.locator('div').first() : field.getByRole('button').first();
      await transferFile(target, event, await photo());
      await expect(toast(page)).toContainText('Image uploaded');
      await expectDecoded(field.locator('img'));
    });
  }

  test('the ring around the face follows the pointer in steps of 5% and stays within the picture', async ({
    page,
    server,
  }) => {
    await openTalent(page, server);
    await choose(page, pictureField(page), await photo());
    await expectDecoded(pictureField(page).locator('img'));
    // hover() waits until the element has stopped moving.
    await faceRing(page).hover();
    const box = await faceRing(page).boundingBox();
    if (!box) throw new Error('The preview is not shown.');
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.26, box.y + box.height * 0.71);
    await expect(faceRing(page)).toHaveAttribute(
      'aria-valuetext',
      '25% from the left, 70% from the top, 45% high',
    );
    await page.mouse.move(box.x - 300, box.y + box.height * 0.71);
    await expect(faceRing(page)).toHaveAttribute(
      'aria-valuetext',
      '0% from the left, 70% from the top, 45% high',
    );
    await page.mouse.up();
    await page.mouse.move(box.x + box.width, box.y);
    await expect(faceRing(page)).toHaveAttribute(
      'aria-valuetext',
      '0% from the left, 70% from the top, 45% high',
    );
  });

  test('the ring changes its size by its corner', async ({ page, server }) => {
    await openTalent(page, server);
    await choose(page, pictureField(page), await photo());
    await expectDecoded(pictureField(page).locator('img'));
    const corner = faceRing(page).locator('[data-handle]');
    await corner.hover();
    const box = await faceRing(page).boundingBox();
    if (!box) throw new Error('The picture is not shown.');
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * (0.3 + 0.44 * 0.7));
    await page.mouse.up();
    await expect(faceRing(page)).toHaveAttribute(
      'aria-valuetext',
      '50% from the left, 30% from the top, 70% high',
    );
  });

  test('a small picture gets a remark, and another picture a new ring', async ({
    page,
    server,
  }) => {
    await openTalent(page, server);
    const field = pictureField(page);
    const small = await samplePicture('jpeg', { width: 200, height: 240 });
    await choose(page, field, { ...(await photo()), buffer: small });
    await expect(field.getByText(/^This picture is small/)).toBeVisible();
    await faceRing(page).press('-');
    await expect(faceRing(page)).toHaveAttribute('aria-valuetext', /40% high$/);
    await choose(page, field, await photo());
    await expect(field.getByText(/^This picture is small/)).toHaveCount(0);
    await expect(faceRing(page)).toHaveAttribute('aria-valuetext', /45% high$/);
  });

  test('every face has the same size and height on the cards, whatever was uploaded', async ({
    page,
    server,
  }) => {
    const names = ['Ana Fuentes', 'Ben Okafor', 'Cleo Marsh'];
    const ids = await fillList(server, adminList('talents'), names);
    const uploads = [
      { width: 800, height: 600, imageFocus: '30% 35% / 40%' },
      { width: 600, height: 900, imageFocus: '50% 30% / 30%' },
      { width: 1200, height: 676, imageFocus: '65% 45% / 50%' },
    ];
    for (const [index, { width, height, imageFocus }] of uploads.entries()) {
      const { body } = await server.api.upload(await samplePicture('jpeg', { width, height }));
      const { servingPath } = body as { servingPath: string };
      const change = { imageUrl: servingPath, imageFocus };
      await server.api.patch(`/api/talents/${ids[index]}`, change);
    }
    await page.goto('/talent');
    for (const [index, { imageFocus }] of uploads.entries()) {
      const image = findCard(page, names[index] ?? '').locator('picture img');
      await expectDecoded(image);
      const face = await image.evaluate((shown: HTMLImageElement, focus) => {
        const [x = 0, y = 0, head = 0] =
          focus.match(/\d+/g)?.map((part) => Number(part) / 100) ?? [];
        const picture = shown.getBoundingClientRect();
        const frame = shown.parentElement?.getBoundingClientRect() ?? picture;
        return {
          height: (head * picture.height) / frame.height,
          x: (picture.left + x * picture.width - frame.left) / frame.width,
          y: (picture.top + y * picture.height - frame.top) / frame.height,
          isCovered:
            picture.left <= frame.left + 1 &&
            picture.top <= frame.top + 1 &&
            picture.right >= frame.right - 3 &&
            picture.bottom >= frame.bottom - 1,
        };
      }, imageFocus);
      expect(face.isCovered, imageFocus).toBe(true);
      expect(face.height, imageFocus).toBeCloseTo(0.6, 1);
      expect(face.x, imageFocus).toBeCloseTo(0.5, 1);
      expect(face.y, imageFocus).toBeCloseTo(0.47, 1);
    }

    await findCard(page, 'Ana Fuentes')
      .getByRole('button', { name: /^View Profile/ })
      .click();
    const strip = page.getByRole('dialog').locator('[data-style="photo"] picture');
    const frame = await strip.boundingBox();
    const shown = await strip.locator('img').boundingBox();
    expect(frame?.height).toBeGreaterThan(100);
    expect(shown?.height).toBeGreaterThan(frame?.height ?? 0);
  });

  test('a logo can be uploaded, and has no focus point', async ({ page, server }) => {
    const [id] = await fillList(server, adminList('case-studies'), ['Fernhalt']);
    await server.api.patch(`/api/case-studies/${id}`, { clientLogo: null });
    const form = await openEdit(page, 'case-studies', 'Fernhalt');
    const field = page.getByRole('group', { name: /logo/i });
    await choose(page, field, await photo());
    await expect(toast(page)).toContainText('Logo uploaded');
    await expectDecoded(field.locator('img'));
    await expect(field.getByRole('slider')).toHaveCount(0);
    await form.button('Save changes').click();
    await expect(form.dialog).toBeHidden();
    const { body } = await server.api.get(`/api/case-studies/${id}`);
    expect(body).toMatchObject({ clientLogo: expect.stringMatching(/^\/objects\/[\da-f-]{36}$/) });
  });

  test('Remove clears the picture and its preview', async ({ page, server }) => {
    const form = await openTalent(page, server);
    const field = pictureField(page);
    await choose(page, field, await photo());
    await field.getByRole('button', { name: 'Remove' }).click();
    await expect(field.getByRole('button', { name: 'Choose a file' })).toBeFocused();
    await expect(field.locator('img')).toHaveCount(0);
    await expect(form.preview.locator('svg[viewBox="0 0 124 124"]')).toBeVisible();
  });

  test('an upload shows its progress and can be canceled, after which the next upload works', async ({
    page,
    server,
  }) => {
    await openTalent(page, server);
    const release = await holdRequests(page, '**/api/objects/upload/*');
    const field = pictureField(page);
    await choose(page, field, await photo());
    await expect(progress(page)).toBeVisible();
    await expect(field.getByText('at the desk.jpg')).toBeVisible();
    await field.getByRole('button', { name: 'Cancel upload' }).click();
    await expect(progress(page)).toHaveCount(0);
    release();
    await expect(field.locator('img')).toHaveCount(0);
    await choose(page, field, await photo());
    await expectDecoded(field.locator('img'));
  });
});

test.describe('rejected picture uploads', () => {
  test.use({ allowErrors: /status of (415|422)|ERR_FAILED/ });

  test('show the error of each file: too large, not an image, undecodable', async ({
    page,
    server,
  }) => {
    await openTalent(page, server);
    const field = pictureField(page);
    const good = await photo();
    const files: [alert: string, file: UploadFile][] = [
      ['File size must be less than 10MB', { ...good, buffer: padJpeg(good.buffer, 10_485_761) }],
      ['Please select an image file', { ...good, name: 'notes.txt', mimeType: 'text/plain' }],
      ['Please select an image file', { ...good, buffer: Buffer.from('MZ, a renamed program') }],
      [
        'Failed to upload file. Please try again.',
        { ...good, buffer: good.buffer.subarray(0, 900) },
      ],
    ];
    for (const [alert, file] of files) {
      await choose(page, field, file);
      await expect(toast(page)).toContainText(alert);
      await toast(page).getByRole('button', { name: 'Close' }).click();
      await expect(toast(page)).toHaveCount(0);
      await expect(field.locator('img')).toHaveCount(0);
    }
  });

  test('show an error when the request fails, and the next upload works', async ({
    page,
    server,
  }) => {
    await openTalent(page, server);
    const field = pictureField(page);
    await page.route('**/api/objects/upload/*', (route) => route.abort());
    await choose(page, field, await photo());
    await expect(toast(page)).toContainText('Failed to upload file. Please try again.');
    await page.unroute('**/api/objects/upload/*');
    await choose(page, field, await photo());
    await expectDecoded(field.locator('img'));
  });
});

test.describe('picture address', () => {
  test('is accepted only for pictures of this site', async ({ page, server }) => {
    await openTalent(page, server);
    const field = pictureField(page);
    await field.getByText('Use an address').click();
    const address = field.getByLabel('Address', { exact: true });
    await address.fill('https://elsewhere.example/ana.jpg');
    await expect(field.getByText(/^Enter the address of a picture on this site/)).toBeVisible();
    await expect(field.locator('img')).toHaveCount(0);
    await address.fill('/objects/demo-walter');
    await expect(field.getByText(/^Enter the address of a picture on this site/)).toHaveCount(0);
    await expectDecoded(field.locator('img'));
  });
});

test.describe('picture field accessibility', () => {
  test('axe reports no violations for the empty and the filled field', async ({ page, server }) => {
    await openTalent(page, server);
    const field = pictureField(page);
    await expectNoViolations(page, { within: `${dialogSelector} fieldset:has(input[type=file])` });
    await choose(page, field, await photo());
    await expectDecoded(field.locator('img'));
    await field.getByText('Use an address').click();
    await expectNoViolations(page, { within: `${dialogSelector} fieldset:has(input[type=file])` });
  });
});
