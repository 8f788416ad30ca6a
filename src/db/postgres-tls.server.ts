import type { ClientConfig } from 'pg';
import { isLocalNetworkHost } from '../lib/local-network.server';

/**
 * How the connection to PostgreSQL is protected.
 * - `local`: the server is on this machine or in its own network; TLS is used if the address asks for it
 * - `verified`: encrypted, and the server's certificate is verified
 * - `unverified`: encrypted, but anyone who can redirect the connection can pretend to be the server
 * - `plaintext`: password and data can be read on their way; only with `ALLOW_PLAINTEXT=postgres`
 */
export type PostgresProtection = 'local' | 'verified' | 'unverified' | 'plaintext';

export interface PostgresTls {
  host: string;
  protection: PostgresProtection;
  /** What is passed to node-postgres besides the address, which has the last word. */
  ssl?: ClientConfig['ssl'];
}

/** The address asks for a connection in clear to another network, and nothing allows it. */
export class PlaintextError extends Error {}

interface TlsSettings {
  ALLOW_PLAINTEXT?: readonly string[] | undefined;
}

/**
 * Says what a stranger could do on the way to the server; undefined when nothing.
 * @param setting the environment variable that has the address
 */
export function describeTlsRisk(
  { host, protection }: PostgresTls,
  setting = 'DATABASE_URL',
): string | undefined {
  if (protection === 'plaintext') {
    return `${setting}: what goes to ${host} is in clear and can be read on its way (ALLOW_PLAINTEXT).`;
  }
  if (protection === 'unverified') {
    return `${setting}: what goes to ${host} is encrypted, but its certificate isn't verified. Add ?sslmode=verify-full.`;
  }
  return undefined;
}

/** What PGSSLMODE asks for, as node-postgres reads it: it takes modes that it does not know for no TLS. */
function readDefaultTls(): 'verified' | 'unverified' | 'off' | undefined {
  const mode = process.env.PGSSLMODE ?? '';
  if (mode === 'disable') return 'off';
  if (mode === 'no-verify') return 'unverified';
  return ['prefer', 'require', 'verify-ca', 'verify-full'].includes(mode) ? 'verified' : undefined;
}

/** What the address itself asks for, as node-postgres reads it; undefined when it says nothing. */
function readRequestedTls(query: URLSearchParams): 'verified' | 'unverified' | 'off' | undefined {
  const mode = query.get('sslmode');
  // node-postgres verifies the certificate for `require` and `prefer`, unless it is told to do as libpq.
  const usesLibpqSemantics = query.get('uselibpqcompat') === 'true';
  if (mode === 'disable') return 'off';
  if (mode === 'no-verify') return 'unverified';
  if (usesLibpqSemantics && mode === 'prefer') return 'unverified';
  if (usesLibpqSemantics && mode === 'require' && !query.has('sslrootcert')) return 'unverified';
  const ssl = query.get('ssl');
  if (mode || ssl === 'true' || ssl === '1' || query.has('sslrootcert')) return 'verified';
  if (query.get('sslnegotiation') === 'direct') return 'verified';
  return ssl === '0' || ssl === 'false' ? 'off' : readDefaultTls();
}

/**
 * Decides how the connection to an address is protected. An address in another network that says nothing
 * about TLS is encrypted all the same, without verifying the certificate: installations of before go on
 * working, and no stranger reads along.
 * @param setting the environment variable that has the address
 * @throws PlaintextError when the address turns TLS off for a server in another network
 */
export function readPostgresTls(
  connectionString: string,
  { ALLOW_PLAINTEXT = [] }: TlsSettings = {},
  setting = 'DATABASE_URL',
): PostgresTls {
  const { hostname, searchParams } = new URL(connectionString);
  const host =
    searchParams.get('host') || decodeURIComponent(hostname) || (process.env.PGHOST ?? '');
  const requested = readRequestedTls(searchParams);
  const isSocket = host === '' || host.startsWith('/');
  if (isSocket || isLocalNetworkHost(host)) {
    return { host, protection: requested === 'verified' ? 'verified' : 'local' };
  }
  if (requested === 'verified' || requested === 'unverified')
    return { host, protection: requested };
  if (ALLOW_PLAINTEXT.includes('postgres')) return { host, protection: 'plaintext' };
  if (requested === 'off') {
    throw new PlaintextError(
      `${setting}: the connection to ${host} would be in clear, readable by strangers. Remove sslmode=disable, or set ALLOW_PLAINTEXT=postgres.`,
    );
  }
  return { host, protection: 'unverified', ssl: { rejectUnauthorized: false } };
}
