import { writeFileSync } from 'node:fs';

/** What a test runner has to say at its end, in the words that all runners share. */
export interface Counts {
  passed: number;
  failed: number;
  skipped: { name: string; reason: string }[];
}

/** Writes the counts to where `npm test` reads them; a runner that is run by hand keeps them to itself. */
export function writeCounts(counts: Counts): void {
  const file = process.env.TEST_COUNTS_FILE;
  if (file) writeFileSync(file, JSON.stringify(counts));
}
