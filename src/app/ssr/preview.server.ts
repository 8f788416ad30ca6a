import type { Preview } from '../../content/previews.plugin.server';
import { escapeHtml } from '../../lib/escape-html.server';
import { formatCount } from '../../lib/format-number';
import { MINUTE } from '../../lib/time/durations';

/** The parameter of a preview link. The page itself ignores it. */
const previewParameter = 'preview';

/** The name of the strip's styles in `public`. */
const stylesheet = '/preview.css';

/** Reads the token of a preview link; undefined for any other URL. */
export function readPreviewToken(url: string): string | undefined {
  const query = url.split('?', 2)[1];
  if (!query?.includes(`${previewParameter}=`)) return undefined;
  return new URLSearchParams(query).get(previewParameter)?.slice(0, 300);
}

/** Extra parts of a previewed document. */
export interface PreviewStrip {
  head: string;
  body: string;
}

/**
 * Renders the strip above a previewed page.
 * @param isAdmin whether to offer the way back to the admin area
 */
export function renderPreviewStrip(preview: Preview, isAdmin: boolean): PreviewStrip {
  const minutes = Math.max(1, Math.ceil((preview.expires - Date.now()) / MINUTE));
  const title = preview.isLive ? 'This is on the site.' : 'You are looking at a draft.';
  const text = `“${preview.name}”: this link works for another ${formatCount(minutes, 'minute')}.`;
  const back = `<a href="${preview.editorUrl}">Back to the editor</a>`;
  return {
    head: `<meta name="robots" content="noindex"><link rel="stylesheet" href="${stylesheet}">`,
    body: `<aside class="preview" aria-label="Preview"><p><b>${title}</b> <span>${escapeHtml(text)}</span></p>${isAdmin ? back : ''}</aside>`,
  };
}

/** Scripts, and what browsers show in their place. */
const scriptElements = /<(script|noscript)\b.*?<\/\1>/gs;

/** Makes a page inert for a preview: no script runs, and no link leaves its frame. */
export const toStillDocument = (html: string): string =>
  // The frame allows no new window, so links do nothing.
  html.replaceAll(scriptElements, '').replace('<head>', '<head><base target="_blank">');
