import { hostname } from 'node:os';
import { version } from '../lib/version.server';

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

/** Pino's numbers of the levels. */
const levelNumbers = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60 };

/** Fields of every log line. */
export const logBase = { pid: process.pid, hostname: hostname(), version };

/**
 * Creates the log of the start and the end of the process: JSON lines like those of the server, or
 * plain text on a terminal.
 * @param minLevel the least severe level that is logged
 */
export function createStartupLog(minLevel: keyof typeof levelNumbers | 'silent' = 'info') {
  const minNumber = minLevel === 'silent' ? Number.POSITIVE_INFINITY : levelNumbers[minLevel];

  function write(level: 'info' | 'warn' | 'fatal', msg: string, err?: Error): void {
    if (levelNumbers[level] < minNumber) return;
    if (process.stdout.isTTY) {
      const stream = level === 'info' ? process.stdout : process.stderr;
      stream.write(`${err?.stack ?? msg}\n`);
      return;
    }
    const time = Date.now();
    const details = err && { err: serializeError(err) };
    const line = { level: levelNumbers[level], time, ...logBase, ...details, msg };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }

  return {
    info: (msg: string) => write('info', msg),
    warn: (msg: string) => write('warn', msg),
    fatal: ({ err }: { err?: Error }, msg: string) => write('fatal', msg, err),
  };
}
