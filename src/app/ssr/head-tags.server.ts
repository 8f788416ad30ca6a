import type { Site } from '../../lib/site';
import type { Page } from '../../routes/page';
import type { ServerPage } from '../../routes/page.server';
import { buildCanonicalUrl, formatDocumentTitle } from '../page-head';
import { escapeHtml } from './escape-html.server';

/** The page background, as in `src/ui/tokens.css`. The browser colors its toolbar with it. */
export const themeColors = { light: '#F4F2EB', dark: '#10150F' } as const;

/** Drawn by `scripts/draw-brand.mjs`. Without the site's name, which is a setting. */
const shareImageAlts = {
  home: 'Every open hour, covered: a day at one location, its gaps filled by two people at their desks.',
  talent:
    'Find the person for your desk: six people, each behind a bar of their years of experience.',
} as const;

const renderMeta = (name: string, content: string) =>
  `<meta name="${name}" content="${escapeHtml(content)}">`;

/** Renders an Open Graph tag. These use `property`; X reads `name`. */
const renderOpenGraph = (property: string, content: string) =>
  `<meta property="og:${property}" content="${escapeHtml(content)}">`;

/** Renders the tags from which chats and feeds build a link preview. */
function renderShareTags(
  page: Page,
  site: Site,
  description: string,
  name: keyof typeof shareImageAlts,
): string[] {
  const title = formatDocumentTitle(page, site);
  const image = `${site.url}/share/${name}.png`;
  return [
    renderOpenGraph('type', 'website'),
    renderOpenGraph('site_name', site.name),
    renderOpenGraph('locale', 'en_US'),
    renderOpenGraph('title', title),
    renderOpenGraph('description', description),
    renderOpenGraph('url', buildCanonicalUrl(page, site)),
    renderOpenGraph('image', image),
    renderOpenGraph('image:type', 'image/png'),
    renderOpenGraph('image:width', '1200'),
    renderOpenGraph('image:height', '630'),
    renderOpenGraph('image:alt', shareImageAlts[name]),
    renderMeta('twitter:card', 'summary_large_image'),
    renderMeta('twitter:title', title),
    renderMeta('twitter:description', description),
    renderMeta('twitter:image', image),
    renderMeta('twitter:image:alt', shareImageAlts[name]),
  ];
}

function renderIconTags({ favicon }: Site): string[] {
  if (favicon) {
    return ['icon', 'apple-touch-icon'].map(
      (rel) => `<link rel="${rel}" href="${escapeHtml(favicon)}">`,
    );
  }
  return [
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
  ];
}

/** Renders the head's tags for search engines, link previews and browsers. */
export function renderHeadTags(
  { page, description, shareImage }: ServerPage,
  site: Site,
): string[] {
  return [
    `<title>${escapeHtml(formatDocumentTitle(page, site))}</title>`,
    ...(page.isIndexed
      ? [`<link rel="canonical" href="${escapeHtml(buildCanonicalUrl(page, site))}">`]
      : [renderMeta('robots', 'noindex')]),
    ...(description === undefined
      ? []
      : [
          renderMeta('description', description),
          ...renderShareTags(page, site, description, shareImage ?? 'home'),
        ]),
    '<meta name="color-scheme" content="light dark">',
    ...Object.entries(themeColors).map(
      ([scheme, color]) =>
        `<meta name="theme-color" content="${color}" media="(prefers-color-scheme: ${scheme})">`,
    ),
    ...renderIconTags(site),
    '<link rel="manifest" href="/site.webmanifest">',
  ];
}
