import type { Site } from '../lib/site';
import type { PageAssets } from './client-assets.server';
import type { PageData } from './page-data';
import type { Page } from './pages';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it may stand in HTML, in a double-quoted attribute too. */
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? '');

/** JSON that can stand in a script element: nothing in it can end the element. */
const embeddedJson = (data: unknown) => JSON.stringify(data).replace(/</g, '\\u003c');

interface Parts {
  page: Page;
  site: Site;
  assets: PageAssets;
  markup: string;
  data: PageData;
}

const description =
  'Trained, bilingual receptionists, assistants, operations managers and customer support for franchise businesses, onboarded on your SOPs.';

/** The whole HTML document of a page. */
export function htmlDocument({ page, site, assets, markup, data }: Parts): string {
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${escapeHtml(`${page.title} · ${site.name}`)}</title>`,
    page.audience === 'private'
      ? '<meta name="robots" content="noindex">'
      : `<meta name="description" content="${escapeHtml(description)}">`,
    '<meta name="color-scheme" content="light dark">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...['special-gothic-var', 'instrument-sans-var'].map(
      (font) =>
        `<link rel="preload" href="/fonts/${font}.woff2" as="font" type="font/woff2" crossorigin>`,
    ),
    ...assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    ...(assets.entry ? [`<script type="module" src="${assets.entry}"></script>`] : []),
    ...assets.preloads.map((href) => `<link rel="modulepreload" href="${href}">`),
  ];
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head>${head.join('')}</head>`,
    `<body><div id="root">${markup}</div>`,
    `<script type="application/json" id="page-data">${embeddedJson(data)}</script></body>`,
    '</html>',
  ].join('\n');
}
