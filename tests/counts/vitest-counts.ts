import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';
import { type Counts, writeCounts } from './counts';

/** Why a whole project is skipped. */
function missingPart({ project }: TestModule): string | undefined {
  const { postgres } = project.getProvidedContext();
  return postgres && 'missing' in postgres ? postgres.missing : undefined;
}

/** Counts Vitest's tests; a file that could not be loaded and an error outside of all tests fail, too. */
export default class VitestCounts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const counts: Counts = { passed: 0, failed: unhandled.length, skipped: [] };
    for (const module of modules) {
      const failedBefore = counts.failed;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') counts.passed += 1;
        else if (result.state === 'failed') counts.failed += 1;
        else {
          const note = result.state === 'skipped' ? result.note : 'The run ended before it.';
          const reason = note ?? missingPart(module) ?? 'Skipped in its file.';
          counts.skipped.push({ name: `[${module.project.name}] ${test.fullName}`, reason });
        }
      }
      // A hook or the file itself, with all of its tests left out.
      if (!module.ok() && counts.failed === failedBefore) counts.failed += 1;
    }
    writeCounts(counts);
  }
}
