import type { FullConfig, Reporter, Suite, TestCase } from '@playwright/test/reporter';
import { type Counts, writeCounts } from './counts';

/** Counts the results of Playwright tests. An error outside of tests counts as a failure. */
export default class PlaywrightCounts implements Reporter {
  #tests: TestCase[] = [];
  #errors = 0;

  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#tests = suite.allTests();
  }

  onError(): void {
    this.#errors += 1;
  }

  onEnd(): void {
    const counts: Counts = { passed: 0, failed: this.#errors, skipped: [] };
    for (const test of this.#tests) {
      const outcome = test.outcome();
      if (outcome === 'expected') counts.passed += 1;
      else if (outcome === 'skipped') {
        const reason = test.annotations.find(({ type }) => type === 'skip')?.description;
        const name = `[browser] ${test.titlePath().slice(3).join(' ')}`;
        counts.skipped.push({ name, reason: reason ?? 'Skipped in its file, or not reached.' });
      } else counts.failed += 1;
    }
    writeCounts(counts);
  }
}
