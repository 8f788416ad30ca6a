import { existsSync, readdirSync, readFileSync } from 'node:fs';

/** Linux counts processor time in ticks of 10 ms. */
const ticksPerSecond = 100;

interface ProcessStat {
  parentPid: number;
  /** Processor time of the process, in seconds. */
  own: number;
  /** Processor time of its children that have ended, in seconds. */
  ofEndedChildren: number;
}

function readStat(pid: number): ProcessStat | undefined {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return undefined;
  // After the name in parentheses, which can contain spaces.
  const fields = readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ').map(Number) ?? [];
  const sum = (from: number) => ((fields[from] ?? 0) + (fields[from + 1] ?? 0)) / ticksPerSecond;
  return { parentPid: fields[1] ?? 0, own: sum(11), ofEndedChildren: sum(13) };
}

/** Reads the processor time that a process has used, in seconds. */
export const readProcessorTime = (pid: number): number => readStat(pid)?.own ?? Number.NaN;

/** Lists the children of a process. */
export const listChildren = (pid: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((child) => readStat(child)?.parentPid === pid);

/** Reads the processor time of a process with its children, also of those that have ended. */
export function readTreeProcessorTime(pid: number): number {
  const root = readStat(pid);
  if (!root) return Number.NaN;
  const children = listChildren(pid).map((child) => readStat(child)?.own ?? 0);
  return root.own + root.ofEndedChildren + children.reduce((sum, own) => sum + own, 0);
}
