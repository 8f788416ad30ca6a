import { getErrorCode } from '../lib/get-error-code';
import { listDatabaseUrls } from './postgres-hosts.server';
import { PlaintextError, readPostgresTls } from './postgres-tls.server';
import { sqlState } from './sql-state.server';

const certificateCodes =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_\w+|CERT_\w+|ERR_TLS_CERT_ALTNAME_INVALID)$/;

/**
 * Explains an error in the database's configuration, which waiting would not solve.
 * @param setting the environment variable that has the address
 * @returns one line for the operator, without the password; undefined for any other error
 */
export function explainDatabaseError(
  error: unknown,
  databaseUrl: string,
  setting = 'DATABASE_URL',
): string | undefined {
  if (error instanceof PlaintextError) return error.message;
  if (!(error instanceof Error)) return undefined;
  const hosts = listDatabaseUrls(databaseUrl).map(
    (url) => readPostgresTls(url, { ALLOW_PLAINTEXT: ['postgres'] }).host,
  );
  const host = hosts.join(' or ');
  const code = getErrorCode(error);
  // A file that the address names, such as sslrootcert.
  if ('syscall' in error && error.syscall === 'open') return `${setting}: ${error.message}.`;
  // The server rejects the user, the password or the network, or the database doesn't exist.
  if (code.startsWith('28') || code === sqlState.invalidCatalogName)
    return `${setting}: ${error.message}.`;
  if (certificateCodes.test(code)) {
    return `${setting}: the certificate of ${host} can't be verified (${error.message}). Name its authority with sslrootcert=FILE, or see "PostgreSQL" in docs/operations.md.`;
  }
  if (error.message === 'The server does not support SSL connections') {
    return `${setting}: ${host} offers no TLS, so nothing was sent. ALLOW_PLAINTEXT=postgres allows a connection in clear.`;
  }
  return undefined;
}

/** Describes a connection error. With several addresses its message is empty: then by its code. */
export const describeConnectionError = (error: unknown): string =>
  error instanceof Error ? error.message || getErrorCode(error) : String(error);
