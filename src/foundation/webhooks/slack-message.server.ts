import type { WebhookFormat } from './contract';

/** Texts of a message, for receivers that show it to people. */
export interface WebhookSummary {
  /** "New lead, Halden Skin Studios". */
  title: string;
  lines: readonly string[];
  /** URL of the page about it in the admin area. */
  url: string;
}

/** Escapes a text for Slack's markup. */
const escapeSlack = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Formats a message for Slack's incoming webhooks. */
export const formatSlackMessage = ({ title, lines, url }: WebhookSummary): { text: string } => ({
  text: [
    `*${escapeSlack(title).replaceAll('*', '')}*`,
    ...lines.map(escapeSlack),
    `<${url}|Open it>`,
  ].join('\n'),
});

/** Chooses the format for a URL: `slack` for Slack's incoming webhooks. */
export const chooseFormat = (url: string): WebhookFormat =>
  /^hooks\.slack(-gov)?\.com$/.test(new URL(url).hostname) ? 'slack' : 'standard';
