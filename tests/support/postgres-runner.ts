import { inject, TestRunner } from 'vitest';

const matchesNothing = /(?!)/;

/**
 * Skips a project's tests, including `beforeAll`, when PostgreSQL is not available. The test counts
 * report the reason.
 */
export default class PostgresRunner extends TestRunner {
  constructor(config: TestRunner['config']) {
    super(config);
    if ('missing' in inject('postgres')) this.config.testNamePattern = matchesNothing;
  }
}
