import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { sampleItems } from './samples';
import { createTestApp } from './test-app';

/** A file in a format that the site does not accept. */
export const svgFile = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
);

/** Builds the server with helpers that upload pictures. */
export async function createPictureSite(settings: Record<string, string> = {}) {
  const app = await createTestApp(settings);
  const { admin, db, environment } = app;
  const put = (
    url: string,
    bytes: unknown,
    type = 'image/jpeg',
    headers: Record<string, string> = {},
  ) => admin('PUT', url, bytes, { ...(type && { 'content-type': type }), ...headers });
  return {
    ...app,
    put,
    /** Uploads a picture with the two requests that this takes. */
    async upload(bytes: Buffer, type?: string) {
      const { uploadURL, servingPath } = (await admin('POST', '/api/objects/upload')).json();
      const response = await put(uploadURL, bytes, type);
      return { response, servingPath: String(servingPath) };
    },
    async createUploadUrl(): Promise<string> {
      return (await admin('POST', '/api/objects/upload')).json().uploadURL;
    },
    /** Asserts that nothing of a rejected picture is left, neither on disk nor in the database. */
    async expectNothingStored() {
      const folder = join(environment.DATA_DIR, 'pictures');
      expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
      const rows = await db.selectFrom('pictures').select('state').execute();
      expect(rows.filter(({ state }) => state !== 'awaited')).toEqual([]);
    },
  };
}

/** Draws a logo. */
export const drawLogo = (content: string) =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40">${content}</svg>`);

/** Draws the mark of a logo. */
export const drawMark = (color: string) => `<path fill="${color}" d="M10 10h40v20h-40z"/>`;

/** Builds the server with helpers that upload logos, and create case studies with them. */
export async function createLogoSite() {
  const site = await createPictureSite();
  const uploadLogo = async (bytes: Buffer, type = 'image/svg+xml') => {
    const { uploadURL } = (await site.admin('POST', '/api/objects/upload?purpose=logo')).json();
    return (await site.put(uploadURL, bytes, type)).json();
  };
  const createCase = async (clientLogo: string) =>
    (
      await site.admin('POST', '/api/case-studies', { ...sampleItems['case-studies'], clientLogo })
    ).json();
  return { ...site, uploadLogo, createCase };
}
