/** Where a visitor came from. Without zod: the public pages read it, too. */

import { parseUrl } from '../../../lib/parse-url';
import { DAY } from '../../../lib/time';

/** What of an address's query says whose link it was: campaign values, and the platforms' click ids. */
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

/** One arrival from outside. */
export interface Touch {
  /** ISO-8601, UTC. */
  at: string;
  /** The path of the page that was reached, without its query; unknown of a provider's own page. */
  landing?: string | undefined;
  /** The host of the page that the visitor came from, when it said so. */
  referrer?: string | undefined;
  campaign?: Partial<Record<CampaignParameter, string>> | undefined;
}

/** The first arrival that is still remembered, and the last that said where from. */
export interface Attribution {
  first: Touch;
  last: Touch;
}

/** Characters of what is kept. */
export const maxTouchChars = { path: 200, host: 253, value: 200 } as const;

/** How long an arrival is remembered. */
export const attributionRetentionDays = 90;

/** What can be stored and shown: one line, no control characters, not longer than its bound. */
const sanitizeText = (text: string, max: number): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .trim()
    .slice(0, max);

const parseHttpUrl = (text: string | undefined): URL | null => {
  const url = text ? parseUrl(text) : null;
  return url && /^https?:$/.test(url.protocol) ? url : null;
};

const clickIdParameters: readonly CampaignParameter[] = campaignParameters.filter(
  (name) => !name.startsWith('utm_'),
);

/** The campaign that an address's query names. */
function parseCampaign(query: URLSearchParams): Touch['campaign'] {
  const named = campaignParameters.flatMap((name) => {
    const value = sanitizeText(query.get(name) ?? '', maxTouchChars.value);
    return value === '' ? [] : [[name, value] as const];
  });
  return named.length > 0 ? Object.fromEntries(named) : undefined;
}

/**
 * What an arrival says about where it came from. The own pages are no source: of them, the query
 * counts that the visitor arrived with.
 * @param url the page that was reached
 * @param referrer the address of the page before, or as much of it as was told
 */
export function createTouch(url: URL, referrer: string | undefined, now = new Date()): Touch {
  const before = parseHttpUrl(referrer);
  const isOwn = before?.host === url.host;
  const campaign =
    parseCampaign(url.searchParams) ?? (isOwn ? parseCampaign(before.searchParams) : undefined);
  const host = before && !isOwn ? sanitizeText(before.hostname, maxTouchChars.host) : undefined;
  return {
    at: now.toISOString(),
    landing: sanitizeText(url.pathname, maxTouchChars.path) || '/',
    ...(host && { referrer: host }),
    ...(campaign && { campaign }),
  };
}

/** A touch without the ids by which an advertising platform knows one click from another. */
export function removeClickIds(touch: Touch): Touch {
  const { campaign, ...rest } = touch;
  const kept = Object.entries(campaign ?? {}).filter(
    ([name]) => !clickIdParameters.includes(name as CampaignParameter),
  );
  return kept.length > 0 ? { ...rest, campaign: Object.fromEntries(kept) } : rest;
}

const hasSource = ({ campaign, referrer }: Touch): boolean =>
  campaign !== undefined || referrer !== undefined;

const isRecent = ({ at }: Touch, now: Date): boolean =>
  now.getTime() - Date.parse(at) < attributionRetentionDays * DAY;

/**
 * What is remembered after one more arrival. One that does not say where from changes nothing: the
 * visitor came back by themselves.
 */
export function addTouch(kept: Attribution | null, touch: Touch, now = new Date()): Attribution {
  const first = kept && isRecent(kept.first, now) ? kept.first : null;
  const last = kept && isRecent(kept.last, now) ? kept.last : null;
  return {
    first: first ?? last ?? touch,
    last: hasSource(touch) || last === null ? touch : last,
  };
}

/** Click ids whose platform is their source when nothing else is said. */
const clickPlatforms: Partial<Record<CampaignParameter, string>> = {
  gclid: 'google-ads',
  gbraid: 'google-ads',
  wbraid: 'google-ads',
  fbclid: 'facebook',
  li_fat_id: 'linkedin',
  msclkid: 'microsoft-ads',
  ttclid: 'tiktok',
};

/** Hosts of one source that has many. */
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
 * The one word under which an arrival is counted: the campaign's source, else the platform of the
 * click, else the site it came from; undefined when it says none of these.
 */
export function getSource({ campaign, referrer }: Touch): string | undefined {
  if (campaign?.utm_source) return campaign.utm_source.toLowerCase();
  const click = clickIdParameters.find((name) => campaign?.[name]);
  if (click) return clickPlatforms[click];
  if (!referrer) return undefined;
  const host = referrer.toLowerCase().replace(/^www\./, '');
  return knownHosts.find(([pattern]) => pattern.test(host))?.[1] ?? host;
}
