import { hasValidHost, parseUrl } from '../../lib/network/parse-url';
import { optionalText, z } from '../../lib/schema';

export const isEmail = (value: string): boolean => z.safeParse(z.email(), value).success;

export function isHttpsUrl(value: string): boolean {
  const url = parseUrl(value);
  return url?.protocol === 'https:' && url.username === '' && hasValidHost(url);
}

/** A host name or an IPv4 address, without a scheme and a port. */
export const isHost = (value: string): boolean =>
  !value.startsWith('[') && hasValidHost({ hostname: value });

/** An optional single line of text that must satisfy a rule. */
export const optionalMatch = (
  maxLength: number,
  isValid: (value: string) => boolean,
  message: string,
) => optionalText(maxLength).check(z.refine((value) => value === null || isValid(value), message));

export const optionalPattern = (pattern: RegExp, message: string) =>
  optionalMatch(300, (value) => pattern.test(value), message);

export const optionalEmail = () =>
  optionalMatch(254, isEmail, 'Enter an email address, such as hello@example.com');

export const optionalUrl = () =>
  optionalMatch(500, isHttpsUrl, 'Enter an address that starts with https://');

/** Maximum number of addresses or links in a list. */
export const maxListEntries = 10;

export const limitEntries = z.refine<string[]>(
  (list) => list.length <= maxListEntries,
  `Enter at most ${maxListEntries}`,
);

// The rules of environment variables. Their messages follow the variable's name.

/** The text of a variable. One with an empty value counts as not set. */
export const nonEmptyText = z.string().check(z.trim(), z.minLength(1));

export const requirePattern = (pattern: RegExp, message: string) =>
  nonEmptyText.check(z.regex(pattern, message));

/** Requires a URL with one of the given schemes, and with a valid host. */
export const requireUrl = (schemes: readonly string[], message: string) =>
  nonEmptyText.check(
    z.refine((value) => {
      const url = parseUrl(value);
      return url !== null && schemes.includes(url.protocol) && hasValidHost(url);
    }, message),
  );

export const httpUrl = requireUrl(
  ['http:', 'https:'],
  'must be an http:// or https:// address with a valid host',
);

export const emailAddress = z.string().check(z.trim(), z.email('must be an e-mail address'));
