import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter';
import { type Counts, writeCounts } from './counts';

/** Counts the results of Playwright tests. An error outside of tests counts as a failure. */
export default class PlaywrightCounts implements Reporter {
  #tests: TestCase[] = [];
  #errors: string[] = [];

  printsToStdio(): boolean {
    return false;
  }

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#tests = suite.allTests();
  }

  onError({ message }: TestError): void {
    this.#errors.push(`[browser] Error outside of tests: ${message}`);
  }

  onEnd(): void {
    const counts: Counts = { passed: 0, failed: this.#errors, skipped: [] };
    for (const test of this.#tests) {
      const outcome = test.outcome();
      const name = `[browser] ${test.titlePath().slice(3).join(' ')}`;
      if (outcome === 'expected') counts.passed += 1;
      else if (outcome === 'skipped') {
        const reason = test.annotations.find(({ type }) => type === 'skip')?.description;
        counts.skipped.push({ name, reason: reason ?? 'Skipped in its file, or not reached.' });
      } else counts.failed.push(name);
    }
    writeCounts(counts);
  }
}
