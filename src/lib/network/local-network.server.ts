import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Address ranges that never leave the machine or its own network, as `ipaddr.js` names them. VPNs
 * such as Tailscale and the pods of some clusters use those of carrier-grade NAT (100.64.0.0/10).
 */
const localRanges = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];

/**
 * Names that the public DNS does not have: `localhost` (RFC 6761), `.local` (RFC 6762),
 * `.home.arpa` (RFC 8375), `.internal` (ICANN), `.svc` (Kubernetes), and single labels such as
 * Docker's service names. Those start with a letter, because `3405803777` is an address.
 */
const localNamePattern = /(^|\.)localhost$|\.(local|home\.arpa|internal|svc)$|^[a-z][a-z0-9_-]*$/;

/** Removes the brackets that `URL` puts around an IPv6 address. */
export const stripBrackets = (hostname: string) => hostname.replace(/^\[|\]$/g, '');

/** Returns whether an IP address is one of this machine's own (127.0.0.0/8, ::1). */
export const isLoopbackAddress = (address: string): boolean =>
  isIP(address) !== 0 && ipaddr.process(address).range() === 'loopback';

/** Returns whether a hostname, as `URL` gives it, is this machine itself. */
export const isLocalHost = (hostname: string): boolean =>
  /(^|\.)localhost$/.test(hostname) || isLoopbackAddress(stripBrackets(hostname));

/**
 * Returns whether a configured host, as `URL` gives it, is this machine or in its own network (also
 * carrier-grade NAT), where strangers can't read a connection. By the name alone: DNS can be
 * forged.
 */
export function isLocalNetworkHost(hostname: string): boolean {
  const host = stripBrackets(hostname.toLowerCase()).replace(/\.$/, '');
  if (isIP(host) === 0) return localNamePattern.test(host);
  return localRanges.includes(ipaddr.process(host).range());
}
