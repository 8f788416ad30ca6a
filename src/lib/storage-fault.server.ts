/** What the drivers say, without a code that would tell, when connection or disk is the fault. */
const faultMessages =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|database or disk is full|disk I\/O error|database is locked)/;

const unavailableCodes =
  /^(SQLITE_BUSY|SQLITE_FULL|SQLITE_IOERR|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOSPC|EDQUOT|57P0[123]|57014|53\d{3}|08\d{3})/;

/** Whether an error is the database's or the disk's: the request may be right, and sent again. */
export function isStorageFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return unavailableCodes.test(code) || faultMessages.test(error.message);
}
