import { schedulePath } from './call';
import type { KnownVisitor } from './known-visitor';

/** Whose page is embedded. `other`: a page of somebody else, who may well build on one of the two. */
export type Embed = 'site' | 'calendly' | 'cal' | 'other';

const isOf = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`);

/** Whose page an address is. */
export function embedOf(url: URL): Embed {
  if (url.origin === location.origin) return 'site';
  if (isOf(url.hostname, 'calendly.com')) return 'calendly';
  if (isOf(url.hostname, 'cal.com') || isOf(url.hostname, 'cal.eu')) return 'cal';
  return 'other';
}

/** The campaign that an address names, by its `utm_` parameters. */
export function campaignOf(search: string): Record<string, string> {
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
export function embedAddress(
  url: URL,
  visitor: KnownVisitor,
  campaign: Record<string, string>,
): string {
  const address = new URL(url);
  const embed = embedOf(address);
  if (embed === 'site') return `${schedulePath}?embed=1`;
  const query = address.searchParams;
  const add = (name: string, value: string) => {
    // What the owner has put into the address stays.
    if (value !== '' && !query.has(name)) query.set(name, value);
  };
  add('name', visitor.name);
  add('email', visitor.email);
  for (const [name, value] of Object.entries(campaign)) {
    add(name, value);
    if (embed !== 'calendly') add(`metadata[${name}]`, value);
  }
  if (embed === 'calendly') {
    // Without these two it says nothing to the page around it.
    add('embed_domain', location.hostname);
    add('embed_type', 'Inline');
  }
  if (embed === 'cal') {
    query.set('embed', '');
    if (!address.pathname.endsWith('/embed')) {
      address.pathname = `${address.pathname.replace(/\/$/, '')}/embed`;
    }
  }
  return address.href;
}
