import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { serverPages } from '../../src/routes/pages.server';
import { createTestApp, shareSite } from '../support/test-app';

const siteUrl = 'https://crew.example';
const settings = {
  SITE_URL: siteUrl,
  SITE_NAME: 'Nord & Süd "Crew"',
  SUPPORT_EMAIL: 'desk@crew.example',
};
const getSite = shareSite(() => createTestApp(settings));
const escapedName = 'Nord &amp; Süd &quot;Crew&quot;';

const indexedPages = serverPages.filter(({ page }) => page.isIndexed);
const publicPaths = indexedPages.map(({ page }) => page.path);

const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const decodeEntities = (text: string) =>
  text.replace(/&\w+;/g, (entity) => entities[entity] ?? entity);

/** Reads the content of each meta tag, by its name or property. */
function readMetaTags(body: string): Record<string, string> {
  const tags = body.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g);
  return Object.fromEntries(
    [...tags].map(([, key, content = '']) => [key, decodeEntities(content)]),
  );
}

const readCanonicalUrls = (body: string) =>
  [...body.matchAll(/<link rel="canonical" href="([^"]*)">/g)].map(([, href]) => href);

/** Reads width and height from the header of a PNG file. */
function readPngSize(path: string): [number, number] {
  const file = readFileSync(`public${path}`);
  expect(file.subarray(1, 4).toString()).toBe('PNG');
  return [file.readUInt32BE(16), file.readUInt32BE(20)];
}

describe('the head of the public pages', () => {
  test('is indexable on the home, talent, schedule and privacy pages, and on no private page', () => {
    const required = ['/', '/talent', '/schedule', '/privacy'];
    expect(publicPaths).toEqual(expect.arrayContaining(required));
    expect(indexedPages.filter(({ audience }) => audience === 'private')).toEqual([]);
  });

  test.each([
    ['/', `${escapedName}: every open hour, covered`],
    ['/cover', `Cover My Day · ${escapedName}`],
    ['/talent', `Browse Talent · ${escapedName}`],
    ['/schedule', `Schedule a Discovery Call · ${escapedName}`],
    ['/privacy', `Privacy · ${escapedName}`],
  ])('has title, description and share image on %s', async (path, title) => {
    const { visitor } = getSite();
    const response = await visitor('GET', path);
    expect(response.statusCode).toBe(200);
    expect(response.headers['x-robots-tag']).toBeUndefined();
    expect(response.body).toContain('<html lang="en">');
    expect(response.body.match(/<title>(.*?)<\/title>/)?.[1]).toBe(title);

    const meta = readMetaTags(response.body);
    expect(meta.robots).toBeUndefined();
    expect(meta.description?.length).toBeGreaterThan(80);
    expect(meta.description?.length).toBeLessThan(170);
    expect(meta).toMatchObject({
      'og:title': decodeEntities(title),
      'og:description': meta.description,
      'og:type': 'website',
      'og:url': siteUrl + path,
      'og:site_name': settings.SITE_NAME,
      'twitter:card': 'summary_large_image',
      'twitter:title': decodeEntities(title),
      'twitter:description': meta.description,
      'twitter:image': meta['og:image'],
    });
    expect(meta['og:image:alt']).toBeTruthy();
    expect(meta['og:image']?.startsWith(`${siteUrl}/share/`)).toBe(true);
    const size = [Number(meta['og:image:width']), Number(meta['og:image:height'])];
    expect(size).toEqual([1200, 630]);
    expect(readPngSize(meta['og:image']?.slice(siteUrl.length) ?? '')).toEqual(size);
  });

  test('has a different description on each page', async () => {
    const descriptions = indexedPages.map(({ description }) => description);
    expect(new Set(descriptions).size).toBe(indexedPages.length);
    expect(descriptions).not.toContain(undefined);
  });

  test.each([
    ['/', '/'],
    ['/?utm_source=mail', '/'],
    ['/talent', '/talent'],
    ['/talent?role=Receptionist&page=2', '/talent'],
    ['/privacy?x="><script>', '/privacy'],
  ])('has the same canonical URL whatever the query: %s -> %s', async (url, path) => {
    const { visitor } = getSite();
    const { body } = await visitor('GET', url);
    expect(readCanonicalUrls(body)).toEqual([siteUrl + path]);
    expect(readMetaTags(body)['og:url']).toBe(siteUrl + path);
  });
});

describe('HEAD requests', () => {
  test('get the status of GET without a body, also for generated files and missing pages', async () => {
    const { visitor } = getSite();
    const files = ['/robots.txt', '/sitemap.xml', '/site.webmanifest', '/.well-known/security.txt'];
    for (const path of [...publicPaths, ...files]) {
      const response = await visitor('HEAD', path);
      expect(response.statusCode, path).toBe(200);
      expect(response.body, path).toBe('');
    }
    const missing = await visitor('HEAD', '/nothing');
    expect(missing.statusCode).toBe(404);
    expect(missing.headers['x-robots-tag']).toBe('noindex');
  });
});

describe('noindex', () => {
  test.each([
    ['/admin', 200],
    ['/admin/settings', 200],
    ['/admin/login', 200],
    ['/enquiry', 200],
    ['/enquiry?package=Full%20PM', 200],
    ['/nothing', 404],
    ['/talent/nobody', 404],
  ])('is set on %s, without a canonical URL and structured data', async (url, status) => {
    const { visitor } = getSite();
    const response = await visitor('GET', url);
    expect(response.statusCode).toBe(status);
    expect(response.headers['x-robots-tag']).toBe('noindex');
    expect(readMetaTags(response.body).robots).toBe('noindex');
    expect(readCanonicalUrls(response.body)).toEqual([]);
    expect(response.body).not.toContain('application/ld+json');
  });
});

describe('GET /robots.txt', () => {
  test('disallows private paths, allows public ones and names the sitemap', async () => {
    const { visitor } = getSite();
    const response = await visitor('GET', '/robots.txt');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    const lines = response.body.split('\n');
    expect(lines[0]).toBe('User-agent: *');
    for (const path of ['/admin', '/api/', '/checkout', '/enquiry', '/payment-success']) {
      expect(lines.filter((line: string) => line === `Disallow: ${path}`)).toHaveLength(1);
    }
    expect(lines).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
    const disallowed = lines.flatMap((line: string) => line.match(/^Disallow: (.+)$/)?.[1] ?? []);
    for (const path of [...publicPaths, '/share/home.png', '/assets/x.js', '/pictures/x.svg']) {
      expect(
        disallowed.filter((prefix: string) => path.startsWith(prefix)),
        path,
      ).toEqual([]);
    }
  });
});

describe('GET /.well-known/security.txt', () => {
  const readFields = async (settings: Record<string, string>) => {
    const { visitor } = await createTestApp(settings);
    const response = await visitor('GET', '/.well-known/security.txt');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    const fields = response.body
      .trimEnd()
      .split('\n')
      .map((line: string) => /^([\w-]+): (.+)$/.exec(line)?.slice(1) ?? [line, '']);
    return { fields: Object.fromEntries(fields), names: fields.map(([name = '']) => name) };
  };

  test('names the contact for vulnerabilities and expires within a year', async () => {
    const { fields, names } = await readFields({
      SITE_URL: siteUrl,
      SUPPORT_EMAIL: 'help@crew.example',
    });
    const { Expires: expires, ...rest } = fields;
    expect(rest).toEqual({
      Contact: 'mailto:help@crew.example',
      'Preferred-Languages': 'en',
      Canonical: `${siteUrl}/.well-known/security.txt`,
      Policy: `${siteUrl}/privacy#security`,
    });
    expect(new Set(names).size).toBe(names.length);
    expect(expires).toMatch(/^\d{4}-\d\d-\d\dT00:00:00Z$/);
    const days = (Date.parse(String(expires)) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(30);
    expect(days).toBeLessThan(365);
  });

  test('links to a policy that exists on the privacy page', async () => {
    const { visitor } = await createTestApp({ SITE_URL: siteUrl });
    expect((await visitor('GET', '/privacy')).body).toContain('id="security"');
  });

  test('omits URLs when SITE_URL is not https, as RFC 9116 requires', async () => {
    const { names } = await readFields({});
    expect(names).toEqual(['Contact', 'Expires', 'Preferred-Languages']);
  });
});

describe('GET /sitemap.xml', () => {
  test('lists exactly the indexed pages, each of which returns 200', async () => {
    const { visitor } = getSite();
    const response = await visitor('GET', '/sitemap.xml');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(response.body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<urlset /);
    const urls = [...response.body.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url);
    expect(urls).toEqual(publicPaths.map((path) => siteUrl + path));
    for (const path of publicPaths) expect((await visitor('GET', path)).statusCode).toBe(200);
  });
});

describe('icons and web app manifest', () => {
  test('list the site name and icons whose files have the stated size', async () => {
    const { visitor } = getSite();
    const response = await visitor('GET', '/site.webmanifest');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toMatch(/^application\/manifest\+json(;|$)/);
    const manifest = response.json();
    expect(manifest).toMatchObject({ name: settings.SITE_NAME, start_url: '/', lang: 'en' });
    const pngs = manifest.icons.filter((icon: { type: string }) => icon.type === 'image/png');
    for (const { src, sizes } of pngs) expect(readPngSize(src).join('x')).toBe(sizes);
    expect(
      pngs.map((icon: { sizes: string; purpose?: string }) => [icon.sizes, icon.purpose]),
    ).toEqual([
      ['192x192', undefined],
      ['512x512', undefined],
      ['512x512', 'maskable'],
    ]);
  });

  test('are linked from every page, with a theme color for light and dark mode', async () => {
    const { visitor } = getSite();
    for (const path of [...publicPaths, '/admin/login', '/nothing']) {
      const { body } = await visitor('GET', path);
      for (const tag of [
        '<link rel="icon" href="/favicon.ico" sizes="32x32">',
        '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
        '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
        '<link rel="manifest" href="/site.webmanifest">',
        '<meta name="theme-color" content="#F4F2EB" media="(prefers-color-scheme: light)">',
        '<meta name="theme-color" content="#10150F" media="(prefers-color-scheme: dark)">',
      ]) {
        expect(body, path).toContain(tag);
      }
    }
    expect(readPngSize('/apple-touch-icon.png')).toEqual([180, 180]);
    expect([...readFileSync('public/favicon.ico').subarray(0, 4)]).toEqual([0, 0, 1, 0]);
    const tokens = readFileSync('src/ui/styles/tokens.css', 'utf8');
    for (const color of ['#F4F2EB', '#10150F']) {
      expect(tokens.toLowerCase()).toContain(`--ground: ${color.toLowerCase()}`);
    }
  });
});
