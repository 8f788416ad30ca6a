import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getErrorCode } from './get-error-code';

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
 * @returns whether this process wrote it
 */
function writeOnceFile(file: string, line: string): boolean {
  const temporaryFile = `${file}.${randomUUID()}`;
  writeFileSync(temporaryFile, `${line}\n`, { mode: 0o600 });
  try {
    linkSync(temporaryFile, file);
    return true;
  } catch (error) {
    if (getErrorCode(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(temporaryFile, { force: true });
  }
}

/**
 * Reads the line in a file of the data folder, or writes `newLine` if there is no file.
 * @returns the line in the file, and whether this process wrote it
 */
export function readOrWriteOnce(file: string, newLine: string) {
  const isWritten = readWriteOnceFile(file) === undefined && writeOnceFile(file, newLine);
  return { line: readWriteOnceFile(file) ?? newLine, isWritten };
}
