import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getErrorCode } from './errors';

/** Reads the line in a file of the data folder; undefined when there is no file. */
export function readWriteOnceFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Writes a secret to a file that only its owner can read, completely or not at all, and never over
 * one that another process has just written.
 */
function writeOnceFile(file: string, line: string): void {
  const temporaryFile = `${file}.${randomUUID()}`;
  // Flushed: a power cut must not leave the file empty.
  writeFileSync(temporaryFile, `${line}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(temporaryFile, file);
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(temporaryFile, { force: true });
  }
}

/** Returns the line in a file of the data folder. Writes `newLine` if there is no file. */
export function readOrWriteOnce(file: string, newLine: string): string {
  if (readWriteOnceFile(file) === undefined) writeOnceFile(file, newLine);
  return readWriteOnceFile(file) ?? newLine;
}
