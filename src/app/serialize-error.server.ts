interface SerializedError {
  type: string;
  message: string;
  stack: string;
  [detail: string]: unknown;
}

/**
 * Serializes an error for the log, with only the properties that locate the fault. PostgreSQL's
 * errors have the row's values in `detail`, and other libraries attach the whole request.
 */
export function serializeError(error: Error): SerializedError {
  const details: Error & { code?: unknown; routine?: unknown } = error;
  const { name: type, message, stack = '', cause, code, routine } = details;
  return {
    type,
    message,
    stack,
    ...(code !== undefined && { code }),
    ...(routine !== undefined && { routine }),
    ...(cause instanceof Error && { cause: serializeError(cause) }),
  };
}
