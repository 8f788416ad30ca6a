/** Returns the `code` of an error of Node.js, SQLite or PostgreSQL; '' when it has none. */
export const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** Maps each error code to its HTTP status. The response is always `{ message, code, fields? }`. */
export const statusByCode = {
  invalid: 400,
  unauthenticated: 401,
  /** The password is right, but the second factor's code is missing or wrong. */
  second_factor: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  changed: 412,
  too_large: 413,
  unsupported_type: 415,
  unreadable: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof statusByCode;

/** The body of an error response. `fields` has a message for each invalid field. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  fields?: Record<string, string>;
}

interface AppErrorOptions extends ErrorOptions {
  /** A message for each invalid field. */
  fields?: Record<string, string>;
  /** Seconds after which a retry makes sense. */
  retryAfterSeconds?: number;
}

/** An error whose message is sent to the client. Any other error is sent as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options);
    this.name = 'AppError';
    this.code = code;
    this.fields = options.fields;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  get status(): number {
    return statusByCode[this.code];
  }

  get body(): ErrorBody {
    return { message: this.message, code: this.code, ...(this.fields && { fields: this.fields }) };
  }
}

/** Creates the error for one rejected field. Its message is also that of the response. */
export const createFieldError = (field: string, message: string): AppError =>
  new AppError('invalid', message, { fields: { [field]: message } });

/** Creates the error for a form, with a message for each rejected field. */
export const createFormError = (fields: Record<string, string>): AppError =>
  new AppError('invalid', 'Please check the marked fields.', { fields });

/** Collects the first message of each invalid field, by the field's name. */
export function collectFieldMessages(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const name = String(issue.path[0] ?? '');
    if (name && !Object.hasOwn(fields, name)) fields[name] = issue.message;
  }
  return fields;
}
