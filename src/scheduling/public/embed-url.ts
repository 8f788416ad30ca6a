import type { KnownVisitor } from './known-visitor';

/** Provider of the embedded page. `other` pages may still be built on one of the two. */
type EmbedProvider = 'calendly' | 'cal' | 'other';

const isInDomain = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

/** Detects a URL's provider. Calendly and Cal.com post messages to the page that embeds them. */
export function detectEmbedProvider(url: URL): EmbedProvider {
  if (isInDomain(url.hostname, 'calendly.com')) return 'calendly';
  if (isInDomain(url.hostname, 'cal.com') || isInDomain(url.hostname, 'cal.eu')) return 'cal';
  return 'other';
}

/** Reads the `utm_` parameters of a query string. */
export function parseCampaign(search: string): Record<string, string> {
  const named = [...new URLSearchParams(search)].filter(
    ([name, value]) => /^utm_[a-z]{1,20}$/.test(name) && value !== '',
  );
  return Object.fromEntries(named.map(([name, value]) => [name, value.slice(0, 200)]));
}

/**
 * Builds the URL to embed, with the visitor's data as query parameters in the provider's format.
 * https://help.calendly.com/hc/en-us/articles/226766767, https://cal.com/docs/core-features/embed
 */
export function buildEmbedUrl(
  url: URL,
  visitor: KnownVisitor,
  campaign: Record<string, string>,
): string {
  const embedUrl = new URL(url);
  const provider = detectEmbedProvider(embedUrl);
  const query = embedUrl.searchParams;
  const addParameter = (name: string, value: string) => {
    // Do not override parameters that the owner has set in SCHEDULING_URL.
    if (value !== '' && !query.has(name)) query.set(name, value);
  };
  addParameter('name', visitor.name);
  addParameter('email', visitor.email);
  for (const [name, value] of Object.entries(campaign)) {
    addParameter(name, value);
    if (provider !== 'calendly') addParameter(`metadata[${name}]`, value);
  }
  if (provider === 'calendly') {
    // Calendly posts messages only if these two are set.
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
