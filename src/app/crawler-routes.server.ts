import type { Api } from '../lib/api.server';
import type { Site } from '../lib/site';
import { groundColors } from './head-tags.server';
import { escapeHtml } from './html-text.server';
import { pageDescriptions } from './page-descriptions.server';
import { canonicalUrl, isIndexed } from './page-head';
import { pages } from './pages';

const lines = (...parts: string[]) => `${parts.join('\n')}\n`;

/** Kept out whether or not this installation takes payments. */
const paymentPaths = ['/checkout', '/payment-success'];

/** Where crawlers have no business: the pages for one visitor or the owner, and the API. */
function robots(site: Site): string {
  const kept = pages.filter((page) => page.audience === 'private').map((page) => page.path);
  // A rule covers all addresses that begin with it: /admin/login needs none of its own.
  const rules = kept.filter((path) => !kept.some((other) => path.startsWith(`${other}/`)));
  return lines(
    'User-agent: *',
    ...[...new Set([...rules, ...paymentPaths, '/api/'])].sort().map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${site.url}/sitemap.xml`,
  );
}

/** Without `lastmod`: when a list's last change was is not stored, and a made-up date would be one lie a page. */
const sitemap = (site: Site) =>
  lines(
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages
      .filter(isIndexed)
      .map((page) => `<url><loc>${escapeHtml(canonicalUrl(page, site))}</loc></url>`),
    '</urlset>',
  );

const png = (name: string, size: number) => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
});

/** `minimal-ui`: on a home screen the site keeps a way back, which it has no button of its own for. */
const manifest = (site: Site) => ({
  id: '/',
  name: site.name,
  short_name: site.name,
  description: pageDescriptions['/']?.description,
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'minimal-ui',
  background_color: groundColors.light,
  theme_color: groundColors.light,
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    png('icon-192', 192),
    png('icon-512', 512),
    { ...png('icon-maskable-512', 512), purpose: 'maskable' },
  ],
});

/** Days until `security.txt` is to be fetched again: RFC 9116 recommends less than a year. */
const securityTextDays = 180;

/** Where to report a vulnerability (RFC 9116). Made for each request: it has to expire, and never has. */
function securityText(site: Site): string {
  const expires = new Date(Date.now() + securityTextDays * 86_400_000);
  return lines(
    `Contact: mailto:${site.supportEmail}`,
    // Whole days, so that the file changes once a day and not with each request.
    `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00Z`,
    'Preferred-Languages: en',
    // Both must be https, which a site on this machine alone is not.
    ...(site.url.startsWith('https:')
      ? [`Canonical: ${site.url}/.well-known/security.txt`, `Policy: ${site.url}/privacy#security`]
      : []),
  );
}

/** The files that crawlers and browsers ask for by their name, made from the settings. */
export function crawlerRoutes(api: Api, site: Site): void {
  api.get(
    '/.well-known/security.txt',
    { config: { access: 'public' }, schema: { hide: true } },
    async (_request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .header('Cache-Control', 'public, max-age=3600')
        .send(securityText(site)),
  );

  const files: [path: string, type: string, content: string][] = [
    ['/robots.txt', 'text/plain; charset=utf-8', robots(site)],
    ['/sitemap.xml', 'application/xml; charset=utf-8', sitemap(site)],
    ['/site.webmanifest', 'application/manifest+json', JSON.stringify(manifest(site))],
  ];
  for (const [path, type, content] of files) {
    api.get(
      path,
      { config: { access: 'public' }, schema: { hide: true } },
      async (_request, reply) =>
        reply.type(type).header('Cache-Control', 'public, max-age=3600').send(content),
    );
  }
}
