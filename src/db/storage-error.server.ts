import { getErrorCode } from './transaction-retry.server';

const connectionLossMessages =
  /^(Connection terminated|Client was closed|Client has encountered a connection error|Query read timeout)/;

/** Of the system, of PostgreSQL (57P01 to 57P05: the server ends the connection) and of poolers (08xxx). */
const connectionLossCodes =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|57P0[1-5]|08\d{3})$/;

/** Whether an error ends the connection on which it came: nothing can be sent on it any more. */
export const isConnectionLoss = (error: unknown): boolean =>
  error instanceof Error &&
  (connectionLossCodes.test(getErrorCode(error)) || connectionLossMessages.test(error.message));

const outageMessages =
  /^(timeout exceeded when trying to connect|database or disk is full|disk I\/O error|attempt to write a readonly database|unable to open database file)/;

/**
 * A full or failing disk (53100), a server that is read-only (25006) or not ready for it (55000), has no
 * connection left (53300), or no longer accepts our user or password (28000, 28P01), as while a password is
 * being changed.
 */
const outageCodes =
  /^(SQLITE_(FULL|IOERR|READONLY|CANTOPEN)\w*|ENOSPC|EDQUOT|EROFS|25006|28000|28P01|53100|53300|55000)$/;

/** Whether no other statement would fare better: the database can't be reached or written to. */
export const isOutage = (error: unknown): boolean =>
  isConnectionLoss(error) ||
  (error instanceof Error &&
    (outageCodes.test(getErrorCode(error)) || outageMessages.test(error.message)));

const conflictMessage = /^database is locked/;

/**
 * Statements that were canceled (57014), resources that ran out (53xxx), a lock that is not to be had (55P03),
 * and concurrent transactions that are still in the way after the retries (40001, 40P01). Others may succeed.
 */
const conflictCodes = /^(SQLITE_(BUSY|LOCKED)\w*|40001|40P01|53\d{3}|55P03|57014)$/;

/** Whether an error is the database's or the disk's: the request may be right, and sent again. */
export const isStorageError = (error: unknown): boolean =>
  isOutage(error) ||
  (error instanceof Error &&
    (conflictCodes.test(getErrorCode(error)) || conflictMessage.test(error.message)));
