/**
 * Attribution of a visitor to campaigns and referrers. Doesn't use zod, because public pages load
 * it.
 */

import { parseUrl } from '../../lib/network/parse-url';
import { DAY } from '../../lib/time/durations';

/** Query parameters that identify a link: campaign values and the platforms' click ids. */
export const campaignParameters = [
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'gclid',
  'gbraid',
  'wbraid',
  'fbclid',
  'li_fat_id',
  'msclkid',
  'ttclid',
] as const;

export type CampaignParameter = (typeof campaignParameters)[number];

/** One arrival from another site. */
export interface Touch {
  /** ISO-8601, UTC. */
  at: string;
  /** Path of the landing page without its query; unknown for a provider's page. */
  landing?: string | undefined;
  /** Host of the referrer, if there was one. */
  referrer?: string | undefined;
  campaign?: Partial<Record<CampaignParameter, string>> | undefined;
}

/** The first stored arrival, and the last one with a source. */
export interface Attribution {
  first: Touch;
  last: Touch;
}

export const maxTouchChars = { path: 200, host: 253, value: 200 } as const;

/** How long an arrival is stored. */
export const attributionRetentionDays = 90;

/** Sanitizes a value: one line, no control characters, limited length. */
const sanitizeText = (text: string, max: number): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(0, max);

const parseHttpUrl = (text: string | undefined): URL | null => {
  const url = text ? parseUrl(text) : null;
  return url && /^https?:$/.test(url.protocol) ? url : null;
};

function parseCampaign(query: URLSearchParams): Touch['campaign'] {
  const named = campaignParameters.flatMap((name) => {
    const value = sanitizeText(query.get(name) ?? '', maxTouchChars.value);
    return value === '' ? [] : [[name, value] as const];
  });
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}

/**
 * Creates the touch of an arrival. Our own pages are not a source, but a campaign in their URL
 * counts.
 * @param url the landing page
 * @param referrer the previous page's URL or origin
 */
export function createTouch(url: URL, referrer: string | undefined): Touch {
  const before = parseHttpUrl(referrer);
  const isOwn = before?.host === url.host;
  const campaign =
    parseCampaign(url.searchParams) ?? (isOwn ? parseCampaign(before.searchParams) : undefined);
  const host = before && !isOwn ? sanitizeText(before.hostname, maxTouchChars.host) : undefined;
  return {
    at: new Date().toISOString(),
    landing: sanitizeText(url.pathname, maxTouchChars.path) || '/',
    ...(host && { referrer: host }),
    ...(campaign && { campaign }),
  };
}

/** Removes the advertising platforms' click ids from a touch. */
export function removeClickIds(touch: Touch): Touch {
  const { campaign, ...rest } = touch;
  const utm = Object.entries(campaign ?? {}).filter(([name]) => name.startsWith('utm_'));
  return utm.length > 0 ? { ...rest, campaign: Object.fromEntries(utm) } : rest;
}

const hasSource = ({ campaign, referrer }: Touch): boolean =>
  campaign !== undefined || referrer !== undefined;

const isRecent = ({ at }: Touch): boolean =>
  Date.now() - Date.parse(at) < attributionRetentionDays * DAY;

/**
 * Updates the attribution with one more arrival. An arrival without a source changes nothing: the
 * visitor returned directly.
 */
export function addTouch(stored: Attribution | null, touch: Touch): Attribution {
  const first = stored && isRecent(stored.first) ? stored.first : null;
  const last = stored && isRecent(stored.last) ? stored.last : null;
  return {
    first: first ?? last ?? touch,
    last: hasSource(touch) || last === null ? touch : last,
  };
}

/** Click ids whose platform is the source when no other is given. */
const clickPlatforms: readonly [CampaignParameter, string][] = [
  ['gclid', 'google-ads'],
  ['gbraid', 'google-ads'],
  ['wbraid', 'google-ads'],
  ['fbclid', 'facebook'],
  ['li_fat_id', 'linkedin'],
  ['msclkid', 'microsoft-ads'],
  ['ttclid', 'tiktok'],
];

/** Sources with several hosts. */
const knownHosts: readonly [RegExp, string][] = [
  [/(^|\.)google\.[a-z.]+$/, 'google'],
  [/(^|\.)bing\.com$/, 'bing'],
  [/(^|\.)duckduckgo\.com$/, 'duckduckgo'],
  [/(^|\.)(linkedin\.com|lnkd\.in)$/, 'linkedin'],
  [/(^|\.)(facebook\.com|fb\.me)$/, 'facebook'],
  [/(^|\.)instagram\.com$/, 'instagram'],
  [/(^|\.)(youtube\.com|youtu\.be)$/, 'youtube'],
  [/(^|\.)(t\.co|twitter\.com|x\.com)$/, 'x'],
];

/**
 * Returns the source under which an arrival is counted: the campaign's source, else the platform of
 * the click id, else the referring site; undefined when there is none.
 */
export function getSource({ campaign, referrer }: Touch): string | undefined {
  if (campaign?.utm_source) return campaign.utm_source.toLowerCase();
  const click = clickPlatforms.find(([name]) => campaign?.[name]);
  if (click) return click[1];
  if (!referrer) return undefined;
  const host = referrer.toLowerCase().replace(/^www\./, '');
  return knownHosts.find(([pattern]) => pattern.test(host))?.[1] ?? host;
}
