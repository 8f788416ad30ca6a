import { definePlugin } from '../../foundation/environment/define-plugin.server';
import { undocumentedRoute } from '../../http/api.server';
import { escapeHtml } from '../../lib/escape-html.server';
import type { Site } from '../../lib/site';
import { DAY } from '../../lib/time/durations';
import { homeDescription, serverPages } from '../../routes/pages.server';
import { buildCanonicalUrl } from '../page-head';
import { themeColors } from './head-tags.server';

const joinLines = (...texts: string[]) => `${texts.join('\n')}\n`;

/** Renders `robots.txt`, which asks crawlers not to visit the private pages and the API. */
function renderRobotsTxt(site: Site): string {
  const privatePaths = serverPages
    .filter(({ audience }) => audience === 'private')
    .map(({ page }) => page.path);
  // A rule applies to all paths that begin with it, so /admin/login needs none of its own.
  const disallowedPaths = privatePaths.filter(
    (path) => !privatePaths.some((other) => path.startsWith(`${other}/`)),
  );
  return joinLines(
    'User-agent: *',
    ...[...disallowedPaths, '/api/'].sort().map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${site.url}/sitemap.xml`,
  );
}

/** Renders the sitemap. Without `lastmod`: the date of a page's last change is not stored. */
const renderSitemap = (site: Site) =>
  joinLines(
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...serverPages
      .filter(({ page }) => page.isIndexed)
      .map(({ page }) => `<url><loc>${escapeHtml(buildCanonicalUrl(page, site))}</loc></url>`),
    '</urlset>',
  );

const buildPngIcon = (name: string, size: number) => ({
  src: `/icons/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
});

/**
 * Builds the web app manifest. `minimal-ui` has a back button, which the site does not have itself.
 */
const buildWebManifest = (site: Site, description: string) => ({
  id: '/',
  name: site.name,
  short_name: site.name,
  description,
  lang: 'en',
  start_url: '/',
  scope: '/',
  display: 'minimal-ui',
  background_color: themeColors.light,
  theme_color: themeColors.light,
  icons: site.favicon
    ? [{ src: site.favicon, sizes: 'any' }]
    : [
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
        buildPngIcon('icon-192', 192),
        buildPngIcon('icon-512', 512),
        { ...buildPngIcon('icon-maskable-512', 512), purpose: 'maskable' },
      ],
});

/** Days until `security.txt` expires. RFC 9116 recommends less than a year. */
const securityTxtMaxAgeDays = 180;

/**
 * Renders `security.txt`: where to report a vulnerability (RFC 9116). Rendered per request, so that
 * it is never expired.
 */
function renderSecurityTxt(site: Site): string {
  const expires = new Date(Date.now() + securityTxtMaxAgeDays * DAY);
  return joinLines(
    `Contact: mailto:${site.supportEmail}`,
    // Whole days, so that the file changes only once a day.
    `Expires: ${expires.toISOString().slice(0, 10)}T00:00:00Z`,
    'Preferred-Languages: en',
    // Both must be https, which a local site does not have.
    ...(site.url.startsWith('https:')
      ? [`Canonical: ${site.url}/.well-known/security.txt`, `Policy: ${site.url}/privacy#security`]
      : []),
  );
}

/** Serves the files that crawlers and browsers request by a fixed name, made from the settings. */
export const crawlerFilesPlugin = definePlugin(
  { name: 'crawler-files', dependencies: ['route-access', 'pages'] },
  (app) => {
    const renderManifest = (site: Site) =>
      JSON.stringify(
        buildWebManifest(site, app.pageContents.blocks.home.seo.description ?? homeDescription),
      );
    const files: [path: string, type: string, render: (site: Site) => string][] = [
      ['/.well-known/security.txt', 'text/plain; charset=utf-8', renderSecurityTxt],
      ['/robots.txt', 'text/plain; charset=utf-8', renderRobotsTxt],
      ['/sitemap.xml', 'application/xml; charset=utf-8', renderSitemap],
      ['/site.webmanifest', 'application/manifest+json', renderManifest],
    ];
    for (const [path, type, render] of files) {
      app.get(path, undocumentedRoute, async (_request, reply) =>
        reply.type(type).header('Cache-Control', 'public, max-age=3600').send(render(app.site)),
      );
    }
  },
);
