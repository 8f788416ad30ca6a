import { defineConfig } from 'vitest/config';

const postgres = './tests/postgres-setup.ts';
const api = ['tests/api/**/*.test.ts'];

export default defineConfig({
  test: {
    // Also on two cores: the tests of the API wait for the disk and for PostgreSQL half of their time.
    maxWorkers: 3,
    reporters: ['default', './tests/counts/vitest-counts.ts'],
    // Quick ones first. Within a group the projects' files run side by side.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'api-sqlite',
          include: api,
          provide: { engine: 'sqlite' },
          testTimeout: 20_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'api-postgres',
          include: [...api, 'tests/postgres.test.ts'],
          provide: { engine: 'postgres' },
          globalSetup: postgres,
          runner: './tests/postgres-runner.ts',
          testTimeout: 20_000,
          hookTimeout: 30_000,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: ['tests/process/**/*.test.ts'],
          globalSetup: postgres,
          // Real servers, killed and timed: one file after the other.
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
