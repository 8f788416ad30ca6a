import type { Site } from '../lib/site';
import { escapeHtml } from './html-text.server';
import { pageDescriptions } from './page-descriptions.server';
import { canonicalUrl, documentTitle, isIndexed } from './page-head';
import type { Page } from './pages';

/** The ground, light and dark, as in `src/ui/tokens.css`: the browser's own bar continues it. */
export const groundColors = { light: '#F4F2EB', dark: '#10150F' } as const;

/** Drawn by `scripts/draw-brand.mjs`, and without the site's name, which is a setting. */
const shareImages = {
  home: 'Every open hour, covered: a day at one location, its gaps filled by two people at their desks.',
  talent:
    'Find the person for your desk: six people, each behind a bar of their years of experience.',
} as const;

const meta = (name: string, content: string) =>
  `<meta name="${name}" content="${escapeHtml(content)}">`;

/** Open Graph names its tags by `property`; X reads `name`. */
const openGraph = (property: string, content: string) =>
  `<meta property="og:${property}" content="${escapeHtml(content)}">`;

/** What a link to the page becomes in chats and feeds. */
function shareCard(
  page: Page,
  site: Site,
  description: string,
  name: keyof typeof shareImages,
): string[] {
  const title = documentTitle(page, site);
  const image = `${site.url}/share/${name}.png`;
  return [
    openGraph('type', 'website'),
    openGraph('site_name', site.name),
    openGraph('locale', 'en_US'),
    openGraph('title', title),
    openGraph('description', description),
    openGraph('url', canonicalUrl(page, site)),
    openGraph('image', image),
    openGraph('image:type', 'image/png'),
    openGraph('image:width', '1200'),
    openGraph('image:height', '630'),
    openGraph('image:alt', shareImages[name]),
    meta('twitter:card', 'summary_large_image'),
    meta('twitter:title', title),
    meta('twitter:description', description),
    meta('twitter:image', image),
    meta('twitter:image:alt', shareImages[name]),
  ];
}

/** The head's tags that tell search engines, chats and browsers what a page is. */
export function headTags(page: Page, site: Site): string[] {
  const { description, image = 'home' } = pageDescriptions[page.path] ?? {};
  return [
    `<title>${escapeHtml(documentTitle(page, site))}</title>`,
    ...(isIndexed(page)
      ? [`<link rel="canonical" href="${escapeHtml(canonicalUrl(page, site))}">`]
      : [meta('robots', 'noindex')]),
    ...(description === undefined
      ? []
      : [meta('description', description), ...shareCard(page, site, description, image)]),
    '<meta name="color-scheme" content="light dark">',
    ...Object.entries(groundColors).map(
      ([scheme, color]) =>
        `<meta name="theme-color" content="${color}" media="(prefers-color-scheme: ${scheme})">`,
    ),
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/site.webmanifest">',
  ];
}
