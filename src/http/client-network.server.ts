import { isIPv6 } from 'node:net';

/** An address as it is counted: IPv4 as such, also where it came written as IPv6. */
export const normalizeIpAddress = (address: string): string =>
  address.replace(/^::ffff:(?=\d+\.)/i, '');

/** The eight groups of an IPv6 address, written out: the URL parser gives one canonical form. */
function expandIpv6(address: string): string[] {
  const [head = '', tail] = new URL(`http://[${address.split('%')[0]}]`).hostname
    .slice(1, -1)
    .split('::');
  const first = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  if (tail === undefined) return first;
  return [...first, ...Array<string>(8 - first.length - last.length).fill('0'), ...last];
}

/**
 * What one sender has: an IPv4 address, or the /64 of IPv6; and the network around it, /24 or /48.
 * @param address as `plainAddress` gives it
 */
export function toClientNetwork(address: string): { address: string; network: string } {
  if (isIPv6(address)) {
    const ipv6Groups = expandIpv6(address);
    return {
      address: `${ipv6Groups.slice(0, 4).join(':')}::/64`,
      network: ipv6Groups.slice(0, 3).join(':'),
    };
  }
  return { address, network: address.split('.').slice(0, 3).join('.') };
}
