import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

interface ClientNetwork {
  address: string;
  network: string;
  /** It is one of this machine's own addresses (127.0.0.0/8, ::1). */
  isThisMachine: boolean;
}

/**
 * Returns what one client controls, an IPv4 address or an IPv6 /64, and the network around it (/24
 * or /48). An IPv4 address written as IPv6 counts as IPv4.
 * @param ip a request's `ip`; behind a proxy it can be any text
 */
export function toClientNetwork(ip: string): ClientNetwork {
  const parsed = isIP(ip) === 0 ? undefined : ipaddr.process(ip);
  const isThisMachine = parsed?.range() === 'loopback';
  if (parsed instanceof ipaddr.IPv6) {
    const groups = parsed.parts.map((part) => part.toString(16));
    return {
      address: `${groups.slice(0, 4).join(':')}::/64`,
      network: groups.slice(0, 3).join(':'),
      isThisMachine,
    };
  }
  const address = parsed?.toString() ?? ip;
  return { address, network: address.split('.').slice(0, 3).join('.'), isThisMachine };
}
