import { schedulePath } from '../call';
import type { KnownVisitor } from './known-visitor';

/** Whose page is embedded. `other`: a page of somebody else, who may well build on one of the two. */
export type EmbedProvider = 'site' | 'calendly' | 'cal' | 'other';

const isInDomain = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

/** Whose page an address is. */
export function detectEmbedProvider(url: URL): EmbedProvider {
  if (url.origin === location.origin) return 'site';
  if (isInDomain(url.hostname, 'calendly.com')) return 'calendly';
  if (isInDomain(url.hostname, 'cal.com') || isInDomain(url.hostname, 'cal.eu')) return 'cal';
  return 'other';
}

/** The campaign that an address names, by its `utm_` parameters. */
export function parseCampaign(search: string): Record<string, string> {
  const named = [...new URLSearchParams(search)].filter(
    ([name, value]) => /^utm_[a-z]{1,20}$/.test(name) && value !== '',
  );
  return Object.fromEntries(named.map(([name, value]) => [name, value.slice(0, 200)]));
}

/**
 * The address to embed. What is known of the visitor goes to a foreign page as its API wants it; the
 * site's own page gets nothing of it in its address, but by a message.
 * https://help.calendly.com/hc/en-us/articles/226766767, https://cal.com/docs/core-features/embed
 */
export function buildEmbedUrl(
  url: URL,
  visitor: KnownVisitor,
  campaign: Record<string, string>,
): string {
  const embedUrl = new URL(url);
  const provider = detectEmbedProvider(embedUrl);
  if (provider === 'site') return `${schedulePath}?embed=1`;
  const query = embedUrl.searchParams;
  const addParameter = (name: string, value: string) => {
    // What the owner has put into the address stays.
    if (value !== '' && !query.has(name)) query.set(name, value);
  };
  addParameter('name', visitor.name);
  addParameter('email', visitor.email);
  for (const [name, value] of Object.entries(campaign)) {
    addParameter(name, value);
    if (provider !== 'calendly') addParameter(`metadata[${name}]`, value);
  }
  if (provider === 'calendly') {
    // Without these two it says nothing to the page around it.
    addParameter('embed_domain', location.hostname);
    addParameter('embed_type', 'Inline');
  }
  if (provider === 'cal') {
    query.set('embed', '');
    if (!embedUrl.pathname.endsWith('/embed')) {
      embedUrl.pathname = `${embedUrl.pathname.replace(/\/$/, '')}/embed`;
    }
  }
  return embedUrl.href;
}
