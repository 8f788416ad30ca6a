import { describe, expect, test } from 'vitest';
import { createPictureSite, svgFile } from '../support/picture-site';
import { shareSite } from '../support/test-app';

const type = 'image/svg+xml';

const wrapSvg = (content: string, before = '') =>
  Buffer.from(
    `${before}<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 40">${content}</svg>`,
  );

async function createLogoSite() {
  const site = await createPictureSite();
  const createLogoUrl = async (): Promise<string> =>
    (await site.admin('POST', '/api/objects/upload?purpose=logo')).json().uploadURL;
  return { ...site, createLogoUrl };
}

describe('PUT /api/objects/upload/:id with an SVG', () => {
  const getSite = shareSite(createLogoSite);

  test('renders a logo to pixels, without its scripts', async () => {
    const { createLogoUrl, put, visitor } = await createLogoSite();
    const response = await put(
      await createLogoUrl(),
      wrapSvg('<script>alert(1)</script><circle cx="20" cy="20" r="20" onload="alert(1)"/>'),
      type,
    );
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ width: 1000, height: 333 });
    const picture = await visitor('GET', response.json().servingPath);
    expect(picture.headers['content-type']).toBe('image/png');
    expect(picture.rawPayload.includes('script')).toBe(false);
  });

  test('accepts the document type of drawing programs', async () => {
    const { createLogoUrl, put } = await createLogoSite();
    const doctype =
      '<?xml version="1.0"?><!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">';
    const file = wrapSvg('<defs><path id="a" d="M0 0h9v9z"/></defs><use href="#a"/>', doctype);
    expect((await put(await createLogoUrl(), file, type)).statusCode).toBe(200);
  });

  test('is accepted for logos only, even when the upload URL is altered', async () => {
    const { createUploadUrl, put } = await createLogoSite();
    expect((await put(await createUploadUrl(), svgFile, type)).statusCode).toBe(415);
    const changed = `${await createUploadUrl()}&purpose=logo`;
    expect((await put(changed, svgFile, type)).statusCode).toBe(403);
  });

  test.each([
    ['defines entities', wrapSvg('<text>&a;</text>', '<!DOCTYPE svg [<!ENTITY a "b">]>')],
    ['loads a picture', wrapSvg('<image href="https://evil.example/x.png"/>')],
    ['embeds a file of the server', wrapSvg("<image xlink:href='file:///etc/passwd'/>")],
    ['loads a style', wrapSvg('<style>@import "https://evil.example/x.css";</style>')],
    ['loads a pattern', wrapSvg('<path fill="url(https://evil.example/x.svg#a)"/>')],
    ['is larger than 1 MB', wrapSvg(`<path d="${'M0 0'.repeat(300_000)}"/>`)],
    ['is damaged', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path')],
    ['is no SVG', Buffer.from('<!doctype html><p>Hello</p>')],
  ])('rejects one that %s, and stores nothing', async (_, file) => {
    const { createLogoUrl, put, expectNothingStored } = getSite();
    const response = await put(await createLogoUrl(), file, type);
    expect(response.statusCode).toBe(422);
    expect(response.json().message).toContain('Save it as PNG');
    await expectNothingStored();
  });
});
