import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Address ranges that never leave the machine or its own network, as `ipaddr.js` names them. Those of
 * carrier-grade NAT (100.64.0.0/10) are used by VPNs such as Tailscale and by the pods of some clusters.
 */
const localRanges = ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'];

/**
 * Names that the public DNS does not have: `localhost` (RFC 6761), `.local` (RFC 6762), `.home.arpa`
 * (RFC 8375), `.internal` (reserved by ICANN), `.svc` (services of Kubernetes; their long names end in `.local`), and single labels
 * such as the service names of Docker. A single label starts with a letter: `3405803777` is an address.
 */
const localNamePattern = /(^|\.)localhost$|\.(local|home\.arpa|internal|svc)$|^[a-z][a-z0-9_-]*$/;

/**
 * Tells whether a host of a setting is this machine or in its own network, where a connection without
 * TLS can't be read by strangers. Carrier-grade NAT counts as local. Judged by the name alone: asking the DNS would trust whoever answers it.
 * @param hostname a name or an address, as `URL` gives it; IPv6 with or without brackets
 */
export function isLocalNetworkHost(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
  if (isIP(host) === 0) return localNamePattern.test(host);
  return localRanges.includes(ipaddr.process(host).range());
}
