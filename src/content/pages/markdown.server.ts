import MarkdownIt from 'markdown-it';

/**
 * Without raw HTML and pictures, the output contains only elements that the library writes itself,
 * so it needs no other sanitizer.
 */
const markdown = new MarkdownIt('commonmark', { html: false, linkify: true }).enable('linkify');
markdown.disable(['image', 'html_block', 'html_inline']);
// An allow-list, instead of the library's list of schemes that run code.
markdown.validateLink = (url) => /^(?:https?:|mailto:|tel:|\/(?!\/)|#)/i.test(url.trim());

/** Anchors that other pages link to. Others could shadow the ids that scripts look for. */
const anchorPattern = /\{#(cookies|security)\}\s*$/;

interface MarkdownSection {
  /** Empty for text before the first heading. */
  title: string;
  id?: string;
  html: string;
}

type Token = ReturnType<typeof markdown.parse>[number];

const toPlainText = (token: Token | undefined): string =>
  (token?.children ?? [])
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : content))
    .join('');

/** Renders Markdown to HTML, in sections that begin with each heading of the first two levels. */
export function renderMarkdown(text: string): MarkdownSection[] {
  const tokens = markdown.parse(text, {});
  const sections: { heading?: Token | undefined; body: Token[] }[] = [{ body: [] }];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) continue;
    const isHeading = token.type === 'heading_open' && token.level === 0;
    if (isHeading && (token.tag === 'h1' || token.tag === 'h2')) {
      sections.push({ heading: tokens[index + 1], body: [] });
      // The heading's text and its end.
      index += 2;
    } else sections.at(-1)?.body.push(token);
  }
  return sections
    .filter(({ heading, body }) => heading || body.length > 0)
    .map(({ heading, body }) => {
      const title = toPlainText(heading);
      const id = anchorPattern.exec(title)?.[1];
      return {
        title: title.replace(anchorPattern, '').trimEnd(),
        ...(id && { id }),
        html: markdown.renderer.render(body, markdown.options, {}),
      };
    });
}
