/** Returns the `code` of an error of Node.js, SQLite or PostgreSQL; '' when it has none. */
export const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';
