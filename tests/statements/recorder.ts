import { findPortabilityProblem } from './portability';

const recorded = new Set<string>();
const problems: string[] = [];

/** Checks each different statement of the tests once. */
export function recordStatement({ sql }: { sql: string }): void {
  if (recorded.has(sql)) return;
  recorded.add(sql);
  const reason = findPortabilityProblem(sql);
  if (reason !== undefined) problems.push(`${reason}: ${sql}`);
}

/** Returns the problems found since the last call. */
export const takePortabilityProblems = (): string[] => problems.splice(0);
