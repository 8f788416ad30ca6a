import type { Locator, Page } from '@playwright/test';
import { samplePicture } from '../support/pictures';
import { adminList, fillList } from './admin-lists';
import { expect } from './fixtures';
import { openEdit } from './item-forms';

/** A file to upload. */
export interface UploadFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Creates a photograph to upload. */
export const createPhoto = async (): Promise<UploadFile> => ({
  name: 'at the desk.jpg',
  mimeType: 'image/jpeg',
  buffer: await samplePicture(),
});

/** The field for the picture of an item. */
export const pictureField = (page: Page): Locator => page.getByRole('group', { name: /^Picture/ });

/** Chooses a file in a picture field. @param file also the path of one */
export async function chooseFile(
  page: Page,
  field: Locator,
  file: UploadFile | string,
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await field.getByRole('button', { name: /^Choose/ }).click();
  await (await chooser).setFiles(file);
}

/** Opens the form of a talent without a picture. */
export async function openTalentWithoutPicture(page: Page, server: Parameters<typeof fillList>[0]) {
  const [id] = await fillList(server, adminList('talents'), ['Ana Fuentes']);
  await server.api.patch(`/api/talents/${id}`, {
    imageUrl: null,
    imageAlt: null,
    imageFocus: '50% 30%',
  });
  return openEdit(page, 'talents', 'Ana Fuentes');
}

/** Expects the browser to have decoded the image. */
export const expectDecoded = (image: Locator) =>
  expect
    .poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth))
    .toBeGreaterThan(0);
