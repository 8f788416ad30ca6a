import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { BlockList, isIPv6 } from 'node:net';
import { removePort } from './client-network.server';

const getFamily = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

/** A proxy's id that is safe to log and to send back. */
const validId = /^[\w.:+/=-]{1,128}$/;

/**
 * Creates the check whether an address, of a connection or forwarded, is that of a trusted proxy. A
 * connection that was closed meanwhile has none.
 */
export function createTrustedProxyCheck(
  entries: readonly string[] = [],
): (address: string | undefined) => boolean {
  const networks = new BlockList();
  for (const entry of entries) {
    const [address = '', bits] = entry.split('/');
    if (bits === undefined) networks.addAddress(address, getFamily(address));
    else networks.addSubnet(address, Number(bits), getFamily(address));
  }
  return (text) => {
    if (text === undefined) return false;
    const address = removePort(text);
    return networks.check(address, getFamily(address));
  };
}

/**
 * Creates the function that gives each request its id: the `X-Request-Id` of a trusted proxy, so
 * that its log and ours have the same id, otherwise a new one. Ids of anybody else are not taken
 * over: they could repeat those of other requests.
 */
export function createRequestIdFactory(trustedProxies?: readonly string[]) {
  const isTrusted = createTrustedProxyCheck(trustedProxies);
  // A prefix and a counter cost less than a random id for each request.
  const prefix = randomBytes(6).toString('base64url');
  let count = 0;

  return ({ headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>): string => {
    const id = headers['x-request-id'];
    if (typeof id === 'string' && validId.test(id) && isTrusted(socket.remoteAddress)) {
      return id;
    }
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
