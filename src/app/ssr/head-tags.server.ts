import { escapeHtml } from '../../lib/escape-html.server';
import type { Site } from '../../lib/site';
import type { Page } from '../../routes/page';
import type { ServerPage } from '../../routes/page.server';
import { buildCanonicalUrl, formatDocumentTitle } from '../page-head';

/** The page background, as in `src/ui/styles/tokens.css`. The browser colors its toolbar with it. */
export const themeColors = { light: '#F4F2EB', dark: '#10150F' } as const;

/**
 * Drawn by `scripts/draw-brand.mjs`. Without the site's name, which is a setting. All but `site`
 * show people of the demo content.
 */
const shareImageAlts = {
  site: 'A day at one location: the open hours that are covered.',
  home: 'Every open hour, covered: a day at one location, its gaps filled by two people at their desks.',
  talent:
    'Find the person for your desk: six people, each behind a bar of their years of experience.',
} as const;

const renderMeta = (name: string, content: string) =>
  `<meta name="${name}" content="${escapeHtml(content)}">`;

/** Renders an Open Graph tag. These use `property`; X reads `name`. */
const renderOpenGraph = (property: string, content: string) =>
  `<meta property="og:${property}" content="${escapeHtml(content)}">`;

/** Texts and picture of a page for search engines and link previews. */
export interface PageHead {
  /** The owner's title, instead of the page's own. */
  title?: string | null | undefined;
  description?: string | undefined;
  /** The picture that the owner uploaded for link previews. */
  sharePicture: string | null;
  /** The drawing that link previews show otherwise. */
  drawing: keyof typeof shareImageAlts;
}

/** Renders the picture of link previews: the owner's, else a drawing. */
function renderSharePicture(site: Site, { sharePicture, drawing }: PageHead): string[] {
  const image = new URL(sharePicture ?? `/share/${drawing}.png`, site.url).href;
  const alt = sharePicture ? site.name : shareImageAlts[drawing];
  return [
    renderOpenGraph('image', image),
    ...(sharePicture
      ? []
      : [
          renderOpenGraph('image:type', 'image/png'),
          renderOpenGraph('image:width', '1200'),
          renderOpenGraph('image:height', '630'),
        ]),
    renderOpenGraph('image:alt', alt),
    renderMeta('twitter:card', 'summary_large_image'),
    renderMeta('twitter:image', image),
    renderMeta('twitter:image:alt', alt),
  ];
}

/** Renders the tags from which chats and feeds build a link preview. */
function renderShareTags(page: Page, site: Site, title: string, head: PageHead): string[] {
  const { description = '' } = head;
  return [
    renderOpenGraph('type', 'website'),
    renderOpenGraph('site_name', site.name),
    renderOpenGraph('locale', 'en_US'),
    renderOpenGraph('title', title),
    renderOpenGraph('description', description),
    renderOpenGraph('url', buildCanonicalUrl(page, site)),
    ...renderSharePicture(site, head),
    renderMeta('twitter:title', title),
    renderMeta('twitter:description', description),
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
export function renderHeadTags({ page }: ServerPage, site: Site, head: PageHead): string[] {
  const title = formatDocumentTitle(page, site, head.title);
  const { description } = head;
  return [
    `<title>${escapeHtml(title)}</title>`,
    ...(page.isIndexed
      ? [`<link rel="canonical" href="${escapeHtml(buildCanonicalUrl(page, site))}">`]
      : [renderMeta('robots', 'noindex')]),
    ...(description === undefined
      ? []
      : [renderMeta('description', description), ...renderShareTags(page, site, title, head)]),
    '<meta name="color-scheme" content="light dark">',
    ...Object.entries(themeColors).map(
      ([scheme, color]) =>
        `<meta name="theme-color" content="${color}" media="(prefers-color-scheme: ${scheme})">`,
    ),
    ...renderIconTags(site),
    '<link rel="manifest" href="/site.webmanifest">',
  ];
}
