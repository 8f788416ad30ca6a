import { existsSync, readFileSync } from 'node:fs';

/** Megabytes of memory that a process holds; undefined where the system does not tell. */
export function readResidentSize(pid: number): number | undefined {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return undefined;
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(file, 'utf8'))?.[1]) / 1024;
}
