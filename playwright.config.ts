import { defineConfig } from '@playwright/test';
import { browserArgs } from './tests/support/browser';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/setup.ts',
  workers: 3,
  forbidOnly: process.env.CI === 'true',
  // A busy machine takes many times longer, for an uploaded picture above all. Only a failing test
  // waits this long.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['./tests/support/counts/playwright-counts.ts']],
  use: {
    headless: true,
    locale: 'en-US',
    // For who looks for a fault: writing each step down takes a third of the time.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      args: browserArgs,
      // Set by the global setup, before the workers read this file.
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    },
  },
});
