import { existsSync, readFileSync } from 'node:fs';

/** Reads the resident memory of a process in megabytes; undefined on systems without /proc. */
export function readResidentSize(pid: number): number | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1]) / 1024;
}
