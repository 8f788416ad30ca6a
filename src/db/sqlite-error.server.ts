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
