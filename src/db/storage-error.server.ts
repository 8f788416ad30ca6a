import { AppError, getErrorCode } from '../lib/errors';
import { sqlState } from './errors.server';

const connectionLossMessages =
  /^(Connection terminated|Client was closed|Client has encountered a connection error|Query read timeout)/;

/** System errors, connections ended by PostgreSQL (57P01 to 57P05), errors of poolers (08xxx). */
const connectionLossCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[1-5]|08\d{3})$/;

/** Returns whether PostgreSQL's Unix socket is missing, as while it restarts. */
const isSocketMissing = (error: Error): boolean =>
  getErrorCode(error) === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';

/** Returns whether the error ends its connection: nothing can be sent on it any more. */
export const isConnectionLoss = (error: unknown): boolean =>
  error instanceof Error &&
  (connectionLossCodes.test(getErrorCode(error)) ||
    connectionLossMessages.test(error.message) ||
    isSocketMissing(error));

const outageMessages =
  /^(timeout exceeded when (trying to connect|waiting for a commit)|database or disk is full|disk I\/O error|attempt to write a readonly database|unable to open database file)/;

const systemOutageCodes = /^(SQLITE_(FULL|IOERR|READONLY|CANTOPEN)\w*|ENOSPC|EDQUOT|EROFS)$/;

const postgresOutageCodes: ReadonlySet<string> = new Set([
  sqlState.diskFull,
  sqlState.tooManyConnections,
  sqlState.readOnlyTransaction,
  // The server is not ready for the statement.
  sqlState.objectNotInPrerequisiteState,
  // For example while the password is being changed.
  sqlState.invalidAuthorization,
  sqlState.invalidPassword,
]);

function hasOutageCode(error: Error): boolean {
  const code = getErrorCode(error);
  return systemOutageCodes.test(code) || postgresOutageCodes.has(code);
}

/** Returns whether any statement would fail: the database can't be reached or written to. */
export const isOutage = (error: unknown): boolean =>
  isConnectionLoss(error) ||
  (error instanceof Error && (hasOutageCode(error) || outageMessages.test(error.message)));

const conflictMessage = /^database is locked/;

/** Other statements may succeed after these. The last two remain when the retries are used up. */
const postgresConflictCodes: ReadonlySet<string> = new Set([
  sqlState.queryCanceled,
  sqlState.lockNotAvailable,
  sqlState.serializationFailure,
  sqlState.deadlockDetected,
]);

/** A busy or locked SQLite file, or PostgreSQL's insufficient resources (53xxx). */
const conflictCodes = /^(SQLITE_(BUSY|LOCKED)\w*|53\d{3})$/;

function hasConflictCode(error: Error): boolean {
  const code = getErrorCode(error);
  return conflictCodes.test(code) || postgresConflictCodes.has(code);
}

/** Returns whether the database or the disk failed, and not the request, which may be valid. */
export const isStorageError = (error: unknown): boolean =>
  isOutage(error) ||
  (error instanceof Error && (hasConflictCode(error) || conflictMessage.test(error.message)));

/** Creates the error that clients receive for an error of the storage. */
export const createUnavailableError = () =>
  new AppError('unavailable', 'Not available right now. Please try again.', {
    retryAfterSeconds: 5,
  });
