import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TemporaryFolder {
  path: string;
  remove: () => void;
}

/** Finds Linux's in-memory file system, if it has enough free space. */
function findMemoryFolder(): string | undefined {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 2 * 1024 ** 3 ? folder : undefined;
}

/**
 * Creates a temporary folder.
 * @param place `memory` for data: an fsync costs nothing there, and a killed process loses no more
 *   than on a disk. Executables can't run from it, because it is often mounted with `noexec`.
 */
export function temporaryFolder(place: 'disk' | 'memory' = 'memory'): TemporaryFolder {
  const base = (place === 'memory' && findMemoryFolder()) || tmpdir();
  const path = mkdtempSync(join(base, 'crewbridge-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }) };
}
