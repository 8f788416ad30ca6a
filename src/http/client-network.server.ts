import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Removes the port that some proxies append to an address, and the brackets of an IPv6 address. */
export const removePort = (address: string): string =>
  address.replace(/^(?:\[(.*)\](?::\d+)?|([\d.]+):\d+)$/, '$1$2');

/** Returns the address that is shown for a request; null when the client has hung up. */
export const getClientAddress = ({ ip }: { ip: string | undefined }): string | null =>
  ip === undefined ? null : removePort(ip);

/** The address of all clients whose proxy forwards no IP address, so that none evades the limits. */
export const unknownAddress = 'unknown';

/**
 * Returns what one client controls, an IPv4 address or an IPv6 /64, and the network around it (/24
 * or /48). An IPv4 address written as IPv6 counts as IPv4. `isThisMachine`: the address is one of
 * this machine's own (127.0.0.0/8, ::1).
 * @param ip a request's `ip`: behind a proxy any text; undefined when the client has hung up
 */
export function toClientNetwork(ip: string | undefined) {
  const address = removePort(ip ?? '');
  if (isIP(address) === 0)
    return { address: unknownAddress, network: unknownAddress, isThisMachine: false };
  const parsed = ipaddr.process(address);
  const isThisMachine = parsed.range() === 'loopback';
  if (parsed instanceof ipaddr.IPv6) {
    const groups = parsed.parts.map((part) => part.toString(16));
    return {
      address: `${groups.slice(0, 4).join(':')}::/64`,
      network: groups.slice(0, 3).join(':'),
      isThisMachine,
    };
  }
  const ipv4 = parsed.toString();
  return { address: ipv4, network: ipv4.split('.').slice(0, 3).join('.'), isThisMachine };
}
