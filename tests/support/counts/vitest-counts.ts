import type { SerializedError } from 'vitest';
import type { Reporter, TestModule } from 'vitest/node';
import { type Counts, writeCounts } from './counts';

/** Returns why a whole project is skipped: its PostgreSQL is not available. */
function findMissingDependency({ project }: TestModule): string | undefined {
  const { postgres } = project.getProvidedContext();
  return postgres && 'missing' in postgres ? postgres.missing : undefined;
}

/** Counts the results of Vitest tests. A file that fails to load and an error outside of tests count as failures. */
export default class VitestCounts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const counts: Counts = {
      passed: 0,
      failed: unhandled.map(({ message }) => `Error outside of tests: ${message}`),
      skipped: [],
    };
    for (const module of modules) {
      const failedBefore = counts.failed.length;
      for (const test of module.children.allTests()) {
        const result = test.result();
        const name = `[${module.project.name}] ${test.fullName}`;
        if (result.state === 'passed') counts.passed += 1;
        else if (result.state === 'failed') counts.failed.push(name);
        else {
          const note = result.state === 'skipped' ? result.note : 'The run ended before it.';
          const reason = note ?? findMissingDependency(module) ?? 'Skipped in its file.';
          counts.skipped.push({ name, reason });
        }
      }
      // A hook or the file itself failed, so none of its tests ran.
      if (!module.ok() && counts.failed.length === failedBefore)
        counts.failed.push(`[${module.project.name}] ${module.relativeModuleId}`);
    }
    writeCounts(counts);
  }
}
