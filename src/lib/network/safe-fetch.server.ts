import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP, type LookupFunction, connect as openSocket, type Socket } from 'node:net';
import ipaddr from 'ipaddr.js';
import { stripBrackets } from './local-network.server';
import { toPlainNetworkError } from './network-problems.server';

type IpAddress = ReturnType<typeof ipaddr.process>;

/** Any IPv4 address can hide in an IPv6 address of this network (NAT64, RFC 6052). */
const nat64Network = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** Deprecated addresses that embed an IPv4 address. ipaddr.js classifies them as public. */
const ipv4CompatibleNetwork = ipaddr.IPv6.parseCIDR('::/96');

function parseIp(address: string): IpAddress {
  const ip = ipaddr.process(address);
  const isNat64 = ip instanceof ipaddr.IPv6 && ip.match(nat64Network);
  return isNat64 ? ipaddr.fromByteArray(ip.toByteArray().slice(-4)) : ip;
}

/** Parses a network (`10.0.0.0/8`) or a single address. */
const parseNetwork = (network: string): [IpAddress, number] =>
  ipaddr.parseCIDR(
    network.includes('/') ? network : `${network}/${isIP(network) === 4 ? 32 : 128}`,
  );

const isInNetworks = (ip: IpAddress, networks: [IpAddress, number][]) =>
  ipaddr.subnetMatch(ip, { matched: networks }, '') === 'matched';

/** Returns whether an IP address is not on the public Internet, such as this machine or network. */
export function isPrivateAddress(address: string): boolean {
  const ip = parseIp(address);
  return ip.range() !== 'unicast' || isInNetworks(ip, [ipv4CompatibleNetwork]);
}

interface AllowedNetworks {
  PRIVATE_ADDRESSES?: readonly string[] | undefined;
}

/** Returns whether an IP address is public, or allowed by `PRIVATE_ADDRESSES`. */
export const isAddressAllowed = (
  { PRIVATE_ADDRESSES = [] }: AllowedNetworks,
  address: string,
): boolean =>
  !isPrivateAddress(address) ||
  isInNetworks(ipaddr.process(address), PRIVATE_ADDRESSES.map(parseNetwork));

/**
 * Creates the check of an address that a host name resolves to. It returns an error for a private
 * address that `PRIVATE_ADDRESSES` doesn't allow.
 */
function createAddressCheck(networks: AllowedNetworks) {
  return (host: string, address: string): Error | undefined =>
    isAddressAllowed(networks, address)
      ? undefined
      : new Error(`${host} is at the private address ${address}`);
}

/**
 * Creates a DNS lookup for sockets that fails for private addresses. Checked when the connection is
 * made, so that a host can't change its address between two lookups.
 */
function createPublicLookup(networks: AllowedNetworks): LookupFunction {
  const findRejection = createAddressCheck(networks);
  return (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, addresses = []) => {
      const [first] = addresses;
      const rejections = addresses.flatMap(({ address }) => findRejection(host, address) ?? []);
      const failure = error ?? rejections[0];
      if (failure || !first) callback(failure ?? new Error(`${host} has no address`), '', 0);
      else if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
}

/**
 * Opens a connection to a host that someone typed. IP addresses don't go through `lookup`.
 * @throws when the host has a private address that `PRIVATE_ADDRESSES` doesn't allow
 */
export function connectPublicly(
  networks: AllowedNetworks,
  { host, port, timeoutMs }: { host: string; port: number; timeoutMs: number },
): Promise<Socket> {
  const rejection = isIP(host) ? createAddressCheck(networks)(host, host) : undefined;
  if (rejection) return Promise.reject(rejection);
  const socket = openSocket({
    host,
    port,
    lookup: createPublicLookup(networks),
    timeout: timeoutMs,
  });
  return new Promise((resolve, reject) => {
    const handleTimeout = () => socket.destroy(new Error(`${host} did not respond`));
    socket
      .once('timeout', handleTimeout)
      .once('error', reject)
      .once('connect', () => {
        socket.off('timeout', handleTimeout).off('error', reject).setTimeout(0);
        resolve(socket);
      });
  });
}

interface SafeFetchOptions {
  /** Covers everything: DNS lookup, connection and response. */
  timeoutMs: number;
  /** The maximum size of the response's body. */
  maxBytes: number;
  /** A configured URL. Its origin may have a private address, because the owner chose it. */
  trustedUrl?: string | undefined;
  /** Keeps connections open for later requests. */
  keepAlive?: boolean;
}

/** Reads a body. @throws once it is longer than `maxBytes`; the rest is not fetched */
export async function readLimitedBody(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop destroys the stream, and its connection with it.
    if (size > maxBytes) throw new Error(`The response has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The `Response` constructor rejects a body with these. */
const statusesWithoutBody = new Set([204, 205, 304]);

const createAgents = (keepAlive: boolean) => ({
  'http:': new http.Agent({ keepAlive }),
  'https:': new https.Agent({ keepAlive }),
});

/** Shared by all clients, because no connection is used for a second request. */
const singleUseAgents = createAgents(false);

/**
 * Creates the HTTP client for requests to other servers. Like `fetch`, but with limits on time and
 * size, without redirects, and not to private addresses (SSRF) unless `trustedUrl` or
 * `PRIVATE_ADDRESSES` allows them. The address is checked when connecting, so that a host can't
 * change it between two DNS lookups; `fetch` has no hook for that.
 */
export function createSafeFetch(
  networks: AllowedNetworks,
  { timeoutMs, maxBytes, trustedUrl, keepAlive = false }: SafeFetchOptions,
): typeof fetch {
  const findRejection = createAddressCheck(networks);
  const publicLookup = createPublicLookup(networks);
  const trustedOrigin = trustedUrl && new URL(trustedUrl).origin;

  const agents = keepAlive ? createAgents(true) : singleUseAgents;

  function connect(url: URL, { method = 'GET', headers, body, signal }: RequestInit) {
    if (body && typeof body !== 'string') throw new TypeError('Only text can be sent');
    const isTrusted = url.origin === trustedOrigin;
    const host = stripBrackets(url.hostname);
    // IP addresses do not go through `lookup`.
    const rejection = !isTrusted && isIP(host) ? findRejection(url.hostname, host) : undefined;
    if (rejection) throw rejection;
    const scheme = url.protocol === 'http:' ? 'http:' : 'https:';
    const { request } = scheme === 'http:' ? http : https;
    return new Promise<http.IncomingMessage>((resolve, reject) => {
      const clientRequest = request(url, {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        agent: agents[scheme],
        ...(!isTrusted && { lookup: publicLookup }),
        ...(signal && { signal }),
      });
      clientRequest
        .once('response', resolve)
        .once('error', reject)
        .end(body ?? undefined);
    });
  }

  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const timeoutSignal = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, timeoutSignal]) : timeoutSignal;
    try {
      const response = await connect(url, { ...init, signal });
      const status = response.statusCode ?? 0;
      if (status >= 300 && status < 400 && status !== 304) {
        response.destroy();
        throw new Error(`${url.hostname} redirects, which is not followed`);
      }
      const bytes = await readLimitedBody(response, maxBytes);
      const headers = Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      );
      const body = statusesWithoutBody.has(status) ? null : new Uint8Array(bytes);
      return new Response(body, { status, headers });
    } catch (error) {
      if (!timeoutSignal.aborted) throw toPlainNetworkError(error, url.hostname);
      throw new Error(`${url.hostname} did not respond within ${timeoutMs} ms`, { cause: error });
    }
  };
}
