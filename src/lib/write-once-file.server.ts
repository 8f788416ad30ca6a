import { randomUUID } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { getErrorCode } from './get-error-code';

/** The line that a file of the data folder keeps; undefined when there is none. */
export function readWriteOnceFile(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Keeps a secret line in a file for its owner alone: whole or not at all, and never over one that a
 * second process has just written.
 * @returns whether this process wrote it
 */
export function writeOnceFile(file: string, line: string): boolean {
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
