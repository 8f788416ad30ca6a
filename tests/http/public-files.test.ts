import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder';
import { createTestApp, onSiteReleased, shareSite } from '../support/test-app';

const script = 'export const answer = 42;\n'.repeat(20);

/** A site with a small client bundle, in a folder next to a secret file. */
async function siteWithFiles() {
  const folder = temporaryFolder();
  onSiteReleased(() => folder.remove());
  const clientDir = join(folder.path, 'client');
  const write = (path: string, content: string | Buffer) => {
    mkdirSync(join(clientDir, path, '..'), { recursive: true });
    writeFileSync(join(clientDir, path), content);
  };
  write('assets/page-1a2b.js', script);
  write('assets/page-1a2b.js.br', brotliCompressSync(script));
  write('favicon.svg', '<svg/>');
  write('share/home.png', 'picture');
  write('.vite/manifest.json', '{}');
  write('../secret.txt', 'secret');
  return createTestApp({}, undefined, { clientDir });
}

const getSite = shareSite(siteWithFiles);

describe('client files', () => {
  test('are served precompressed and immutable when hashed, and cached for an hour otherwise', async () => {
    const { app } = getSite();
    const url = '/assets/page-1a2b.js';
    const compressed = await app.inject({ url, headers: { 'accept-encoding': 'br' } });
    expect(compressed.statusCode).toBe(200);
    expect(compressed.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': expect.stringContaining('javascript'),
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
    });
    expect(compressed.rawPayload).toEqual(brotliCompressSync(script));
    const plain = await app.inject({ url });
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.payload).toBe(script);
    const head = await app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.payload]).toEqual([200, '']);
    const favicon = await app.inject({ url: '/favicon.svg?v=2' });
    expect(favicon.headers['cache-control']).toBe('public, max-age=3600');
  });

  test('can be embedded by other sites only if they are pictures of link previews', async () => {
    const { app } = getSite();
    const readPolicy = async (url: string) =>
      (await app.inject({ url })).headers['cross-origin-resource-policy'];
    expect(await readPolicy('/share/home.png')).toBe('cross-origin');
    expect(await readPolicy('/assets/page-1a2b.js')).toBe('same-origin');
    expect(await readPolicy('/favicon.svg')).toBe('same-origin');
  });

  test.each([
    '/assets/page-1a2b.js.br',
    '/assets/',
    '/assets',
    '/assets/page-3c4d.js',
    '/assets/page-1a2b.js/',
    '/.vite/manifest.json',
    '/%2evite/manifest.json',
    '/../secret.txt',
    '/%2e%2e/secret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/..%5c..%5csecret.txt',
    '/secret.txt%00.svg',
  ])('do not include %s', async (url) => {
    const { app } = getSite();
    const response = await app.inject({ url });
    expect([400, 404]).toContain(response.statusCode);
    expect(response.payload).not.toContain('secret');
  });

  test('do not shadow the JSON 404 of the API, and return 404 for a POST', async () => {
    const { app } = getSite();
    const response = await app.inject({ url: '/api/assets/page-1a2b.js' });
    expect(response.statusCode).toBe(404);
    expect(response.json()).toEqual({ message: 'Not found', code: 'not_found' });
    const post = await app.inject({ method: 'POST', url: '/assets/page-1a2b.js' });
    expect(post.statusCode).toBe(404);
  });
});
