interface SerializedError {
  type: string;
  message: string;
  stack: string;
  [detail: string]: unknown;
}

/**
 * An error as the log shows it. Only what says where the fault is: PostgreSQL's errors carry the values
 * of the row in `detail`, and other libraries' the whole request.
 */
export function serializeError(error: Error): SerializedError {
  const { code, routine } = error as Error & { code?: unknown; routine?: unknown };
  const { name: type, message, stack = '', cause } = error;
  return {
    type,
    message,
    stack,
    ...(code !== undefined && { code }),
    ...(routine !== undefined && { routine }),
    ...(cause instanceof Error && { cause: serializeError(cause) }),
  };
}
