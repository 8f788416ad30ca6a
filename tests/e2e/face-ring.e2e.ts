import type { Locator, Page } from '@playwright/test';
import { samplePicture } from '../support/pictures';
import { adminList, fillList } from './admin-lists';
import { dialogSelector, expectNoViolations } from './axe';
import { expect, test } from './fixtures';
import { toast } from './lead-form';
import {
  chooseFile,
  createPhoto,
  expectDecoded,
  openTalentWithoutPicture,
  pictureField,
} from './picture-field';

test.use({ sharedSite: 'own lists' });

const faceRing = (page: Page | Locator): Locator => page.getByRole('slider', { name: 'Face' });
const findCard = (page: Page, name: string): Locator =>
  page.getByRole('article').filter({ hasText: name });

const expectRing = (page: Page, place: string) =>
  expect(faceRing(page)).toHaveAttribute('aria-valuetext', place);

async function measureRing(page: Page) {
  const box = await faceRing(page).boundingBox();
  if (!box) throw new Error('The picture is not shown.');
  return box;
}

test.beforeEach(({ signIn }) => signIn());

test.describe('ring around the face in a picture', () => {
  test('sets the point of the photograph that the site keeps in view', async ({ page, server }) => {
    const form = await openTalentWithoutPicture(page, server);
    const field = pictureField(page);
    await chooseFile(page, field, await createPhoto());
    await expect(toast(page)).toContainText('Image uploaded');
    await expectDecoded(field.locator('img'));
    await expectDecoded(form.preview.locator('img'));

    await expectRing(page, '50% from the left, 30% from the top, 45% high');
    await test.step('in a larger dialog, with the crops beside it', async () => {
      const open = field.getByRole('button', { name: 'Place the picture' });
      await open.click();
      const dialog = page.getByRole('dialog', { name: 'Place the picture' });
      await expect(dialog.locator('figure img')).toHaveCount(3);
      await expectNoViolations(page, { within: dialogSelector });
      // Given up: the ring stays where it was.
      await faceRing(dialog).press('ArrowRight');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(open).toBeFocused();
      await expectRing(page, '50% from the left, 30% from the top, 45% high');

      await page.keyboard.press('Enter');
      await faceRing(dialog).press('ArrowRight');
      await faceRing(dialog).press('-');
      for (const crop of await dialog.locator('figure img').all()) {
        await expect(crop).toHaveAttribute('data-focus', '55% 30% / 40%');
      }
      await dialog.getByRole('button', { name: 'Use this picture' }).press('Enter');
      await expect(dialog).toBeHidden();
      await expect(form.dialog).toBeVisible();
      await expectRing(page, '55% from the left, 30% from the top, 40% high');
    });
    await faceRing(page).focus();
    for (const key of ['ArrowRight', 'ArrowUp', 'ArrowLeft', '-', '-', '+']) {
      await page.keyboard.press(key);
    }
    await expectRing(page, '55% from the left, 25% from the top, 35% high');
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

  test('is resized by its corner, follows the pointer in steps of 5% within the picture, and is reset by another picture', async ({
    page,
    server,
  }) => {
    await openTalentWithoutPicture(page, server);
    await chooseFile(page, pictureField(page), await createPhoto());
    await expectDecoded(pictureField(page).locator('img'));
    await test.step('by its corner', async () => {
      await faceRing(page).locator('[data-handle]').hover();
      const box = await measureRing(page);
      await page.mouse.down();
      await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * (0.3 + 0.44 * 0.7));
      await page.mouse.up();
      await expectRing(page, '50% from the left, 30% from the top, 70% high');
    });
    // hover() waits until the element has stopped moving.
    await faceRing(page).hover();
    const box = await measureRing(page);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.26, box.y + box.height * 0.71);
    await expectRing(page, '25% from the left, 70% from the top, 70% high');
    await page.mouse.move(box.x - 300, box.y + box.height * 0.71);
    await expectRing(page, '0% from the left, 70% from the top, 70% high');
    await page.mouse.up();
    await page.mouse.move(box.x + box.width, box.y);
    await expectRing(page, '0% from the left, 70% from the top, 70% high');

    await test.step('is reset by another picture, and a note says when that is small or wide', async () => {
      const field = pictureField(page);
      const choose = async (width: number, height: number) =>
        chooseFile(page, field, {
          ...(await createPhoto()),
          buffer: await samplePicture('jpeg', { width, height }),
        });
      const smallNote = field.getByText(/^This picture is small/);
      const wideNote = field.getByText(/^This picture is wider than it is tall/);
      await choose(200, 240);
      await expect(smallNote).toBeVisible();
      await expect(faceRing(page)).toHaveAttribute('aria-valuetext', /45% high$/);
      await chooseFile(page, field, await createPhoto());
      await expect(smallNote).toHaveCount(0);
      await expect(wideNote).toBeVisible();
      await choose(700, 900);
      await expect(wideNote).toHaveCount(0);
    });
  });

  test('gives every face the same size and height on the cards', async ({ page, server }) => {
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
});
