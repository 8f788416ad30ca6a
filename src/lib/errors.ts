/** Every way a request can fail, and the status that says so. One shape: `{ message, code, fields? }`. */
export const statusByCode = {
  invalid: 400,
  unauthenticated: 401,
  /** The password is right; the code of the second factor is missing or wrong. */
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

/** What the API answers when a request fails. `fields` names what is wrong with each field. */
export interface ErrorBody {
  message: string;
  code: ErrorCode;
  fields?: Record<string, string>;
}

/** A failure that the caller is meant to read. Anything else that is thrown is answered as `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string> | undefined;
  /** Seconds after which another try makes sense. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    detail: { fields?: Record<string, string>; retryAfterSeconds?: number } = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.fields = detail.fields;
    this.retryAfterSeconds = detail.retryAfterSeconds;
  }

  get status(): number {
    return statusByCode[this.code];
  }

  get body(): ErrorBody {
    return { message: this.message, code: this.code, ...(this.fields && { fields: this.fields }) };
  }
}

/** The first message of each faulty field, keyed by the field's name. */
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
