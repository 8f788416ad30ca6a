import type { LeadInput, SpamReason, SpamSignals } from '../contract';

/** Points that mark an inquiry as spam. Alone, a weak sign says little. */
const minScore = 3;

/** Phrases of unsolicited offers that people who look for staff do not write, with their points. */
const messagePatterns: readonly [points: number, pattern: RegExp][] = [
  // Search engines, links and traffic for sale.
  [3, /\bback-?links?\b|\bguest posts?\b|\blink building\b/i],
  [2, /\bseo\b.{0,30}\b(services?|packages?|experts?|audits?|agency|company|reports?)\b/i],
  [2, /\b(rank(ing|ings|ed)?|page one|first page)\b.{0,40}\bgoogle\b/i],
  [2, /\btop (of|in|on) google\b(?! reviews)/i],
  [2, /\b(website|organic|targeted|real) (traffic|visitors)\b/i],
  [2, /\b(followers|likes|subscribers|reviews)\b.{0,30}\b(cheap|buy|real|instant|per day)\b/i],
  [3, /\bbuy\b.{0,30}\b(followers|likes|subscribers|reviews|traffic)\b/i],
  // Web work and leads for sale.
  [
    2,
    /\bwe (can )?(design|redesign|build|develop)\b.{0,60}\b(websites?|apps?|stores?|software)\b/i,
  ],
  [2, /\b(redesign|improve|fix|errors? on|issues? (on|with)) (of )?your (web)?site\b/i],
  [
    2,
    /\b(buy|sell|purchase|verified|targeted)\b.{0,30}\b(email|contact|lead|b2b)s? (lists?|databases?)\b/i,
  ],
  [2, /\b(explainer|promo(tional)?|animated) videos?\b/i],
  [3, /\bdomain\b.{0,40}\b(expir|renew|terminat|for sale)/i],
  // Money.
  [3, /\b(crypto(currency)?|bitcoin|btc|forex|binary options|nft|usdt)\b/i],
  [2, /\b(casino|slots?|betting|jackpot|lottery|gambling)\b/i],
  [
    2,
    /\b(unsecured|business|personal|instant|payday) (loans?|funding)\b|\bloan offer\b|\bcash advance\b|\bline of credit\b/i,
  ],
  [3, /\b(earn|make|made)\b.{0,30}[$€£] ?\d.{0,40}\b(day|daily|week|weekly|home|month)\b/i],
  [3, /\b(passive income|financial freedom|double your|guaranteed (profit|return))/i],
  [3, /\b(inheritance|next of kin|beneficiary|late client|million (us )?dollars)\b/i],
  [2, /\b(investors?|investment)\b.{0,40}\b(opportunit|partner|fund|project)/i],
  // Pills and dating.
  [3, /\b(viagra|cialis|tramadol|xanax|kamagra|pharmacy online|weight loss pills?)\b/i],
  [3, /\b(dating|hookup|sexy|nudes?|escorts?|adult (site|content)|hot (girls|women))\b/i],
  // How such messages begin and end.
  [2, /\b(unsubscribe|opt[- ]?out|remove me|stop receiving)\b/i],
  [1, /\bdear (sir|madam|friend|business owner|website owner|owner|webmaster)\b/i],
  [
    1,
    /\b(found|visited|looked at|looking at|checking|browsing|came across|reviewed) your (web)?site\b/i,
  ],
  [
    1,
    /\b(limited[- ]time|special offer|act now|100% (free|guarantee|real)|risk[- ]free|no obligation|% off)/i,
  ],
  [1, /\b(reply|(contact|reach|message|text|write|add) me)\b.{0,20}\b(whatsapp|telegram|skype)\b/i],
  [1, /\b(free (quote|audit|proposal|trial|consultation)|affordable (price|rate)s?|lowest price)/i],
  [
    1,
    /\b(we|i) (offer|provide|sell|supply|specialize)\b|\bour (services|team of|company offers)\b/i,
  ],
  [1, /!{3,}|[$€£]{2,}/],
];

const linkPattern = /https?:\/\/|www\.|\bbit\.ly\/|\bt\.me\//gi;

/** Links as programs write them, not people. */
const markupPattern = /<a\s|<\/a>|\[url[=\]]|\[link[=\]]/i;

/** Top-level domains that spam has far more often than American businesses. */
const rareDomain = /\.(ru|xyz|top|click|icu|cn|buzz|monster|su|tk|loan|win)\b/i;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Counts the points of the links in a message: people send one or two. */
function scoreLinks(message: string): number {
  const links = count(message, linkPattern);
  const points = links > 2 ? 3 : links;
  return (
    points + (markupPattern.test(message) ? 3 : 0) + (links > 0 && rareDomain.test(message) ? 2 : 0)
  );
}

/** The address of a home page, as people type it or paste it from their browser. */
const homeAddress = /^(https:\/\/)?(www\.)?[\w-]+(\.[\w-]+)+\/?$/i;

/** Returns whether a name has a word that no language has, such as "LgPqWxTzRb" or "sdfghjkl". */
const isGibberish = (name: string): boolean =>
  (name.match(/[A-Za-z]{8,}/g) ?? []).some((word) => {
    const caseChanges = count(word, /[a-z][A-Z]/g);
    return /[^aeiouy]{7,}/i.test(word) || (caseChanges >= 2 && /[^aeiouy]{5,}/i.test(word));
  });

/** Counts the points of a company or contact name. Some companies enter the address of their site. */
function scoreName(name: string): number {
  const links = scoreLinks(name);
  const linkPoints = links > 0 && !homeAddress.test(name.trim()) ? 3 : links;
  return linkPoints + (isGibberish(name) ? 3 : 0);
}

/** Counts the points of letters that are not Latin: the site is in English. */
function scoreScript(message: string): number {
  // Most messages have no such letter, and counting takes longer than all other signs.
  if (!/[^\0-\u024f]/.test(message)) return 0;
  const letters = count(message, /\p{L}/gu);
  const latin = count(message, /\p{Script=Latin}/gu);
  return letters > 20 && latin < letters / 2 ? 2 : 0;
}

/** Returns whether what an inquiry says looks like spam. One weak sign alone never does. */
export function isSpamText({
  companyName,
  contactName,
  message,
}: Pick<LeadInput, 'companyName' | 'contactName' | 'message'>): boolean {
  const text = message ?? '';
  const textScore = messagePatterns
    .filter(([, pattern]) => pattern.test(text))
    .reduce((sum, [points]) => sum + points, 0);
  const score =
    textScore +
    scoreLinks(text) +
    scoreScript(text) +
    scoreName(companyName) +
    scoreName(contactName);
  return score >= minScore;
}

/**
 * Minimum times to fill in the form. Nobody fills in the three steps by hand in less than `byHand`.
 * Autofill is fast, too: below `withLink`, only text with a link looks like spam.
 */
const minFillTimeMs = { byHand: 400, withLink: 3_000 } as const;

const hasLink = (text: string | null) => text !== null && /https?:\/\/|www\.|<a\s/i.test(text);

/** Returns why an inquiry looks like spam; null when it doesn't. It is stored in both cases. */
export function findSpamReason(
  { website, tookMs }: SpamSignals,
  { message, companyName, contactName }: Pick<LeadInput, 'message' | 'companyName' | 'contactName'>,
  isFrequentSender: boolean,
): SpamReason | null {
  if (website?.trim()) return 'hidden-field';
  if (tookMs !== undefined && tookMs < minFillTimeMs.byHand) return 'too-fast';
  const hasLinks = [message, companyName, contactName].some(hasLink);
  if (tookMs !== undefined && tookMs < minFillTimeMs.withLink && hasLinks) return 'too-fast';
  if (isSpamText({ message, companyName, contactName })) return 'text';
  return isFrequentSender ? 'too-many' : null;
}
