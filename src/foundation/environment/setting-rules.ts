import { hasValidHost, parseUrl } from '../../lib/parse-url';
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
