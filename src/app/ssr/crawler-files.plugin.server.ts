import { definePlugin } from '../../foundation/settings/define-plugin.server';
import type { Site } from '../../lib/site';
import { DAY } from '../../lib/time';
import { pages } from '../../routes/pages';
import { buildCanonicalUrl, isIndexed } from '../page-head';
import { escapeHtml } from './escape-html.server';
import { themeColors } from './head-tags.server';
import { pageDescriptions } from './page-descriptions.server';

const joinLines = (...texts: string[]) => `${texts.join('\n')}\n`;

/** Kept out whether or not this installation takes payments. */
const paymentPaths = ['/checkout', '/payment-success'];

/** Where crawlers have no business: the pages for one visitor or the owner, and the API. */
function renderRobotsTxt(site: Site): string {
  const privatePaths = pages.filter((page) => page.audience === 'private').map((page) => page.path);
  // A rule covers all addresses that begin with it: /admin/login needs none of its own.
  const disallowedPaths = privatePaths.filter(
    (path) => !privatePaths.some((other) => path.startsWith(`${other}/`)),
  );
  return joinLines(
    'User-agent: *',
    ...[...new Set([...disallowedPaths, ...paymentPaths, '/api/'])]
      .sort()
      .map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${site.url}/sitemap.xml`,
  );
}

/** Without `lastmod`: when a list's last change was is not stored, and a made-up date would be one lie a page. */
const renderSitemap = (site: Site) =>
  joinLines(
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...pages
      .filter(isIndexed)
      .map((page) => `<url><loc>${escapeHtml(buildCanonicalUrl(page, site))}</loc></url>`),
    '</urlset>',
  );

const buildPngIcon = (name: string, size: number) => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
});

/** `minimal-ui`: on a home screen the site keeps a way back, which it has no button of its own for. */
const buildWebManifest = (site: Site) => ({
  id: '/',
  name: site.name,
  short_name: site.name,
  description: pageDescriptions['/']?.description,
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'minimal-ui',
  background_color: themeColors.light,
  theme_color: themeColors.light,
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
    buildPngIcon('icon-192', 192),
    buildPngIcon('icon-512', 512),
    { ...buildPngIcon('icon-maskable-512', 512), purpose: 'maskable' },
  ],
});

/** Days until `security.txt` is to be fetched again: RFC 9116 recommends less than a year. */
const securityTxtMaxAgeDays = 180;

/** Where to report a vulnerability (RFC 9116). Made for each request: it has to expire, and never has. */
function renderSecurityTxt(site: Site): string {
  const expires = new Date(Date.now() + securityTxtMaxAgeDays * DAY);
  return joinLines(
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

/** Serves the files that crawlers and browsers request by a fixed name, made from the settings. */
export const crawlerFilesPlugin = definePlugin(
  { name: 'crawler-files', dependencies: ['route-access', 'pages'] },
  (app) => {
    const { site } = app;
    app.get(
      '/.well-known/security.txt',
      { config: { access: 'public' }, schema: { hide: true } },
      async (_request, reply) =>
        reply
          .type('text/plain; charset=utf-8')
          .header('Cache-Control', 'public, max-age=3600')
          .send(renderSecurityTxt(site)),
    );

    const files: [path: string, type: string, content: string][] = [
      ['/robots.txt', 'text/plain; charset=utf-8', renderRobotsTxt(site)],
      ['/sitemap.xml', 'application/xml; charset=utf-8', renderSitemap(site)],
      ['/site.webmanifest', 'application/manifest+json', JSON.stringify(buildWebManifest(site))],
    ];
    for (const [path, type, content] of files) {
      app.get(
        path,
        { config: { access: 'public' }, schema: { hide: true } },
        async (_request, reply) =>
          reply.type(type).header('Cache-Control', 'public, max-age=3600').send(content),
      );
    }
  },
);
