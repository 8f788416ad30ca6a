import { defineConfig } from '@playwright/test';

/** Keeps a browser from talking to anyone but the site, and lets it run as root and without a display. */
const args = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/setup.ts',
  workers: 3,
  // As in vitest.config.ts.
  retries: process.env.CI === 'true' ? 1 : 0,
  forbidOnly: process.env.CI === 'true',
  timeout: 60_000,
  reporter: [['list'], ['./tests/counts/playwright-counts.ts']],
  use: {
    headless: true,
    locale: 'en-US',
    // For who looks for a fault: writing each step down takes a third of the time.
    trace: process.env.TRACE ? 'retain-on-failure' : 'off',
    launchOptions: {
      args,
      // Set by the global setup, before the workers read this file.
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
    },
  },
});
