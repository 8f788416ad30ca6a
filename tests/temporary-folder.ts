import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface TemporaryFolder {
  path: string;
  remove: () => void;
}

/** Linux's folder in memory, where there is one with room. */
function memory(): string | undefined {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 2 * 1024 ** 3 ? folder : undefined;
}

/**
 * A new folder of its own.
 * @param place `memory`, for data: an fsync costs nothing there, and a killed process loses no more
 *   than it would on a disk. Programs may not be run from it.
 */
export function temporaryFolder(place: 'disk' | 'memory' = 'memory'): TemporaryFolder {
  const base = (place === 'memory' && memory()) || tmpdir();
  const path = mkdtempSync(join(base, 'crewbridge-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true, maxRetries: 3 }) };
}
