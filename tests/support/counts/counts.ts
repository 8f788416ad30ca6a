import { writeFileSync } from 'node:fs';

/** The result of a test run, in the format that all test runners share. */
export interface Counts {
  passed: number;
  /** The names of the tests and files that failed. */
  failed: string[];
  skipped: { name: string; reason: string }[];
}

/** Writes the counts to the file that `npm test` reads. Does nothing when a runner is started by hand. */
export function writeCounts(counts: Counts): void {
  const file = process.env.TEST_COUNTS_FILE;
  if (file) writeFileSync(file, JSON.stringify(counts));
}
