import { getErrorCode } from '../lib/errors';
import { listDatabaseUrls } from './postgres/postgres-hosts.server';
import { PlaintextError, readPostgresTls } from './postgres/postgres-tls.server';

/** The SQLSTATE codes of PostgreSQL that the site handles, by their names in its manual. */
export const sqlState = {
  characterNotInRepertoire: '22021',
  uniqueViolation: '23505',
  readOnlyTransaction: '25006',
  invalidStatementName: '26000',
  invalidAuthorization: '28000',
  invalidPassword: '28P01',
  dependentObjectsExist: '2BP01',
  invalidCatalogName: '3D000',
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  duplicatePreparedStatement: '42P05',
  insufficientPrivilege: '42501',
  diskFull: '53100',
  tooManyConnections: '53300',
  objectNotInPrerequisiteState: '55000',
  lockNotAvailable: '55P03',
  queryCanceled: '57014',
} as const;

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
  if (code === sqlState.insufficientPrivilege)
    return `${setting}: ${error.message}. The site creates its tables itself: let its role own the database, or see "PostgreSQL" in docs/operations.md.`;
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

/** SQLite's names of its result codes, of those that the site handles. */
const codeNames: Readonly<Record<number, string>> = {
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  19: 'SQLITE_CONSTRAINT',
  26: 'SQLITE_NOTADB',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
};

/**
 * Sets `code` of an error of `node:sqlite` to SQLite's name of its result. Node uses one code for
 * all of them.
 */
export function nameSqliteError(error: unknown): unknown {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) {
    return error;
  }
  // The low byte of an extended code is its general one.
  const name = codeNames[error.errcode] ?? codeNames[error.errcode & 0xff] ?? 'SQLITE_ERROR';
  return Object.assign(error, { code: name });
}
