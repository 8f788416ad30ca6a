import { lookup } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** What is nobody's public address: IANA's special-purpose registries for IPv4 and IPv6. */
const specialPurposeNetworks = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
  ...['::/96', '64:ff9b:1::/48', '100::/64', '2001::/23', '2001:db8::/32', '2002::/16'],
  ...['3fff::/20', '5f00::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
];

const getIpFamily = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function createBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const family = getIpFamily(address);
    list.addSubnet(address, Number(prefix ?? (family === 'ipv4' ? 32 : 128)), family);
  }
  return list;
}

const privateNetworks = createBlockList(specialPurposeNetworks);

/** The IPv4 address inside one of a NAT64 network (RFC 6052), behind which any may stand. */
function extractNat64Address(address: string): string | undefined {
  if (getIpFamily(address) === 'ipv4') return undefined;
  const [, high, low] =
    /^\[64:ff9b::(?:([\da-f]+):)?([\da-f]+)\]$/.exec(new URL(`http://[${address}]`).hostname) ?? [];
  if (low === undefined) return undefined;
  const [a, b] = [Number.parseInt(high ?? '0', 16), Number.parseInt(low, 16)];
  return [a >> 8, a & 255, b >> 8, b & 255].join('.');
}

/** An address without its zone, which `BlockList` does not read. */
const stripZone = (address: string) => address.replace(/%.*$/, '');

/** Whether an address is of the machine itself, its network, or otherwise not of the public Internet. */
export function isPrivateAddress(address: string): boolean {
  const ip = extractNat64Address(stripZone(address)) ?? stripZone(address);
  return privateNetworks.check(ip, getIpFamily(ip));
}

interface SafeFetchOptions {
  /** Milliseconds for all of it: name, connection, answer. */
  timeoutMs: number;
  /** Bytes of the answer's body. */
  maxBytes: number;
  /** An origin that a setting names: the owner says where it is, so it may be a private address. */
  trustedUrl?: string | undefined;
  /** Keeps the connection for the next request. */
  keepAlive?: boolean;
}

/** Reads a body. @throws once it is longer than `mostBytes`; the rest is not fetched */
export async function readLimitedBody(
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop destroys the stream, and its connection with it.
    if (size > maxBytes) throw new Error(`The answer has more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Bodies that a `Response` of these statuses must not have. */
const statusesWithoutBody = new Set([204, 205, 304]);

/**
 * What sends our requests to other servers: like `fetch`, but bounded in time and size, without
 * following redirects, and not to private addresses. The address is checked where the connection is
 * made, so a name that changes its address between two look-ups gains nothing. Not `fetch` itself:
 * it has no place to do that.
 * @returns a function that throws when the server can't be reached, is too slow, says too much,
 *   redirects, or is at a private address that neither `named` nor `PRIVATE_ADDRESSES` allows
 */
export function createSafeFetch(
  { PRIVATE_ADDRESSES = [] }: { PRIVATE_ADDRESSES?: readonly string[] | undefined },
  { timeoutMs, maxBytes, trustedUrl, keepAlive = false }: SafeFetchOptions,
): typeof fetch {
  const allowedNetworks = createBlockList(PRIVATE_ADDRESSES);
  const trustedOrigin = trustedUrl && new URL(trustedUrl).origin;

  function requirePublicAddress(host: string, address: string): void {
    if (allowedNetworks.check(stripZone(address), getIpFamily(stripZone(address)))) return;
    if (isPrivateAddress(address)) {
      throw new Error(`${host} is at the private address ${address}`);
    }
  }

  const publicLookup: LookupFunction = (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? new Error(`${host} has no address`), '', 0);
      try {
        for (const { address } of addresses) requirePublicAddress(host, address);
      } catch (rejection) {
        return callback(rejection as Error, '', 0);
      }
      if (options.all) return callback(null, addresses);
      return callback(null, first.address, first.family);
    });

  const agents = {
    'http:': new http.Agent({ keepAlive, lookup: publicLookup }),
    'https:': new https.Agent({ keepAlive, lookup: publicLookup }),
    trusted: {
      'http:': new http.Agent({ keepAlive }),
      'https:': new https.Agent({ keepAlive }),
    },
  };

  function connect(url: URL, { method = 'GET', headers, body, signal }: RequestInit) {
    if (body && typeof body !== 'string') throw new TypeError('Only text can be sent');
    const isTrusted = url.origin === trustedOrigin;
    const host = url.hostname.replace(/^\[|\]$/g, '');
    // An address needs no look-up.
    if (!isTrusted && isIP(host)) requirePublicAddress(url.hostname, host);
    const scheme = url.protocol === 'http:' ? 'http:' : 'https:';
    const { request } = scheme === 'http:' ? http : https;
    return new Promise<http.IncomingMessage>((resolve, reject) => {
      const clientRequest = request(url, {
        method,
        headers: Object.fromEntries(new Headers(headers)),
        agent: (isTrusted ? agents.trusted : agents)[scheme],
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
      if (!timeoutSignal.aborted) throw error;
      throw new Error(`${url.hostname} did not answer within ${timeoutMs} ms`, { cause: error });
    }
  };
}
