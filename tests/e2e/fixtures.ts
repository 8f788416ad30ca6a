import { type BrowserContext, test as base, expect } from '@playwright/test';
import { ApiClient } from '../api-client';
import { startServer } from '../server-process';
import { type SmtpTestServer, startSmtp } from '../smtp';
import { temporaryFolder } from '../temporary-folder';

export { expect };

interface Server {
  url: string;
  adminPassword: string;
  /** The mail server that the site sends through. */
  smtp: SmtpTestServer;
  /** A client without a session; `api.signIn(adminPassword)` gives it one. */
  api: ApiClient;
}

interface TestFixtures {
  /** What the browser may complain about in a test; anything else fails it. */
  allowErrors: RegExp[];
  needsBrowser: undefined;
}

interface WorkerFixtures {
  /** The built site, on its own port, with its own database and demo content. */
  server: Server;
}

const adminPassword = 'correct horse battery staple';

/** Collects what a browser says is wrong with a page: script errors, failed loads, refusals by the CSP. */
function complaints(context: BrowserContext): string[] {
  const found: string[] = [];
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url, lineNumber } = message.location();
    found.push(`console: ${message.text()} (${url}:${lineNumber})`);
  });
  context.on('weberror', (error) => {
    found.push(`script: ${error.error().stack ?? error.error().message}`);
  });
  return found;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  allowErrors: [[], { option: true }],

  needsBrowser: [
    async ({}, use, testInfo) => {
      const missing = process.env.CHROMIUM_MISSING;
      testInfo.skip(missing !== undefined, missing ?? '');
      await use(undefined);
    },
    { auto: true },
  ],

  server: [
    async ({}, use) => {
      const data = temporaryFolder();
      const smtp = await startSmtp();
      const server = await startServer({
        DATA_DIR: data.path,
        ADMIN_PASSWORD: adminPassword,
        SMTP_URL: smtp.url,
        NOTIFY_EMAIL: 'owner@crew.example',
      });
      await use({ url: server.url, adminPassword, smtp, api: new ApiClient(server.url) });
      await server.stop();
      await smtp.close();
      data.remove();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: ({ server }, use) => use(server.url),

  context: async ({ context, allowErrors }, use) => {
    const found = complaints(context);
    await use(context);
    const unexpected = found.filter((text) => !allowErrors.some((allowed) => allowed.test(text)));
    expect(unexpected, 'The browser complained.').toEqual([]);
  },
});
