import { inject, TestRunner } from 'vitest';

const matchesNothing = /(?!)/;

/** Skips a project's tests, `beforeAll` included, when PostgreSQL can't be had; the counts say why. */
export default class PostgresRunner extends TestRunner {
  constructor(config: TestRunner['config']) {
    super(config);
    if ('missing' in inject('postgres')) this.config.testNamePattern = matchesNothing;
  }
}
