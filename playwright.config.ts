import { defineConfig } from '@playwright/test';
import { browserArgs } from './tests/support/browser';
import { testLimitMs, waitLimitMs } from './tests/support/time-limits';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/setup.ts',
  workers: 3,
  forbidOnly: process.env.CI === 'true',
  timeout: testLimitMs,
  expect: { timeout: waitLimitMs },
  reporter: [['list'], ['./tests/support/counts/playwright-counts.ts']],
  use: {
    headless: true,
    locale: 'en-US',
    // Drawing the endless band of logos and waiting for each dialog to come to rest took a sixth of the
    // time. `withMotion` is for the tests whose subject moves.
    contextOptions: { reducedMotion: 'reduce' },
    // For debugging only: recording each step takes a third of the time.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      args: [
        ...browserArgs,
        // A test is over before optimized code has saved the time that optimizing it took: a twentieth
        // of the run.
        '--js-flags=--no-maglev --no-turbofan',
      ],
      // Set by the global setup, before the workers read this file.
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    },
  },
});
