import type { ClientConfig } from 'pg';
import { isLocalNetworkHost } from '../../lib/network/local-network.server';
import { decodeUrlPart } from '../../lib/network/parse-url';

/**
 * How the connection to PostgreSQL is protected. `local`: on this machine or in its own network.
 * `unverified`: encrypted, but anyone who redirects the connection can pretend to be the server.
 * `plaintext`: readable in transit, only with `ALLOW_PLAINTEXT=postgres`.
 */
export type PostgresProtection = 'local' | 'verified' | 'unverified' | 'plaintext';

export interface PostgresTls {
  host: string;
  protection: PostgresProtection;
  /** Passed to node-postgres in addition to the URL, which takes precedence. */
  ssl?: ClientConfig['ssl'];
}

/** The URL requests an unencrypted connection to another network, which no setting allows. */
export class PlaintextError extends Error {}

interface TlsSettings {
  ALLOW_PLAINTEXT?: readonly string[] | undefined;
}

/**
 * Describes what an attacker on the network could do; undefined when nothing.
 * @param setting the environment variable that has the URL
 */
export function describeTlsRisk(
  { host, protection }: PostgresTls,
  setting: string,
): string | undefined {
  if (protection === 'plaintext') {
    return `${setting}: what goes to ${host} is in clear and can be read on its way (ALLOW_PLAINTEXT).`;
  }
  if (protection === 'unverified') {
    return `${setting}: what goes to ${host} is encrypted, but its certificate isn't verified. Add ?sslmode=verify-full.`;
  }
  return undefined;
}

/** Reads PGSSLMODE as node-postgres does: an unknown mode means no TLS. */
function readDefaultTls(): 'verified' | 'unverified' | 'off' | undefined {
  const mode = process.env.PGSSLMODE ?? '';
  if (mode === 'disable') return 'off';
  if (mode === 'no-verify') return 'unverified';
  return ['prefer', 'require', 'verify-ca', 'verify-full'].includes(mode) ? 'verified' : undefined;
}

/** Reads the TLS mode that the URL requests, as node-postgres does; undefined when it has none. */
function readRequestedTls(query: URLSearchParams): 'verified' | 'unverified' | 'off' | undefined {
  const mode = query.get('sslmode');
  // For `require` and `prefer`, node-postgres verifies the certificate, unless libpq compatibility
  // is on.
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
 * Decides how the connection is protected. To another network it is encrypted even if the URL
 * doesn't mention TLS, but without verification, so that existing installations keep working.
 * @throws PlaintextError when the URL turns TLS off for a server in another network
 */
export function readPostgresTls(
  connectionString: string,
  { ALLOW_PLAINTEXT = [] }: TlsSettings = {},
  setting = 'DATABASE_URL',
): PostgresTls {
  const { hostname, searchParams } = new URL(connectionString);
  const host = searchParams.get('host') || decodeUrlPart(hostname) || (process.env.PGHOST ?? '');
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
