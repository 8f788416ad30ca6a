import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vitest/config';
import { testLimitMs, waitLimitMs } from './tests/support/time-limits.ts';

/**
 * The files of a worker share their modules: loading the whole server for each file took two thirds of
 * the run. So a test file must not leave state behind in a module or in `process.env`.
 */
const isolate = false;

/**
 * The apps of several tests fit into the young generation, so that collecting garbage copies few of
 * them. With V8's default, it took a seventh of the workers' time.
 */
const execArgv = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

const fileNames = ['migrations', 'src', 'tests'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort(),
);
const fileNamesHash = createHash('sha1').update(fileNames.join('\n')).digest('hex');
const getFileNamesHash = () => fileNamesHash;

/**
 * A transformed module also depends on which files exist: it contains the results of its globs, and
 * its imports with their extensions. Vitest's key is the module's own content.
 */
const keyCacheByFileNames: Plugin = {
  name: 'key-cache-by-file-names',
  configureVitest({ defineCacheKeyGenerator }) {
    defineCacheKeyGenerator(getFileNamesHash);
  },
};

const postgresSetup = './tests/support/postgres-setup.ts';

/** The options of the tests that send requests to a server in their own process. */
const api = {
  isolate,
  execArgv,
  // Pages are rendered by the same React as in production. That of development took twice as long.
  env: { NODE_ENV: 'production' },
  sequence: { groupOrder: 1 },
};

export default defineConfig({
  plugins: [keyCacheByFileNames],
  oxc: { jsx: { runtime: 'automatic', development: false } },
  test: {
    // The projects, and the next run, don't transform a module again.
    fsModuleCache: true,
    // On two cores, too: tests spend half of their time waiting for the disk, PostgreSQL and servers.
    maxWorkers: 3,
    testTimeout: testLimitMs,
    hookTimeout: testLimitMs,
    expect: { poll: { timeout: waitLimitMs } },
    reporters: ['default', './tests/support/counts/vitest-counts.ts'],
    // Groups run one after the other, the projects of a group side by side.
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}'],
          isolate,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          ...api,
          name: 'api-sqlite',
          include: ['tests/{api,http}/*.test.ts'],
          provide: { engine: 'sqlite' },
        },
      },
      {
        extends: true,
        test: {
          ...api,
          name: 'api-postgres',
          // Without tests/http: pages, headers, files and mails are the same on both databases.
          include: ['tests/{api,postgres}/*.test.ts'],
          provide: { engine: 'postgres' },
          globalSetup: postgresSetup,
          runner: './tests/support/postgres-runner.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          include: ['tests/process/**/*.test.ts'],
          globalSetup: postgresSetup,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'deploy',
          include: ['tests/deploy/**/*.test.ts'],
          globalSetup: ['./tests/deploy/setup.ts', postgresSetup],
          sequence: { groupOrder: 2 },
        },
      },
      ...(['webkit', 'firefox', 'chromium'] as const).map((browserEngine) => ({
        extends: true as const,
        test: {
          name: browserEngine,
          include: ['tests/engines/*.test.ts'],
          // In Chromium, tests/e2e/cover-painting.e2e.ts paints the sheet of hours, and each test of
          // tests/e2e fails if a page logs an error or a warning.
          exclude: browserEngine === 'chromium' ? ['tests/engines/{cover,console}.test.ts'] : [],
          provide: { browserEngine },
          globalSetup: './tests/engines/setup.ts',
          // At the same time as the processes, whose tests wait half of their time.
          sequence: { groupOrder: 2 },
        },
      })),
    ],
  },
});
