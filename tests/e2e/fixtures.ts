import { type BrowserContext, test as base, type Cookie, expect } from '@playwright/test';
import { ApiClient, adminPassword } from '../support/api-client';
import { startServer } from '../support/server-process';
import { type SmtpTestServer, startSmtp } from '../support/smtp';
import { temporaryFolder } from '../support/temporary-folder';
import { mockPlatforms, type Platforms } from './platforms';

export { expect };

type Settings = Record<string, string>;

interface Server {
  url: string;
  adminPassword: string;
  /** The test mail server that receives the site's mail. */
  smtp: SmtpTestServer;
  /** An API client without a session; `api.signIn()` gives it one. */
  api: ApiClient;
  /** The cookies of the latest sign-in. The tests of a file share a session while it lasts. */
  sessionCookies: Cookie[];
}

interface TestFixtures {
  /** Browser errors that a test allows. Any other error fails it. */
  allowErrors: RegExp | null;
  /**
   * Additional environment variables of the site. `test.use({ settings })` gives a group of tests
   * its own site.
   */
  settings: Settings;
  /**
   * The built site, on its own port, with its own database and demo content. The tests of one file
   * share it, because starting a site for each test would double the duration of the run.
   */
  server: Server;
  /** Signs the test's browser in to the admin area. */
  signIn: () => Promise<void>;
  /** The tracking platforms, mocked in the test's browser. Records the events they receive. */
  platforms: Platforms;
  requireBrowser: undefined;
}

interface WorkerFixtures {
  sites: Sites;
}

/** Collects a browser's errors: script errors, failed requests, and CSP violations. */
function collectBrowserErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on('console', (message) => {
    if (message.type() !== 'error') return;
    const { url, lineNumber } = message.location();
    errors.push(`console: ${message.text()} (${url}:${lineNumber})`);
  });
  context.on('weberror', (error) => {
    errors.push(`script: ${error.error().stack ?? error.error().message}`);
  });
  return errors;
}

async function startSite(settings: Settings): Promise<Server & { stop: () => Promise<void> }> {
  const data = temporaryFolder();
  const smtp = await startSmtp();
  const server = await startServer({
    DATA_DIR: data.path,
    ADMIN_PASSWORD: adminPassword,
    SMTP_URL: smtp.url,
    NOTIFY_EMAIL: 'owner@crew.example',
    ...settings,
  });
  return {
    url: server.url,
    adminPassword,
    smtp,
    api: new ApiClient(server.url),
    sessionCookies: [],
    stop: async () => {
      await server.stop();
      await smtp.close();
      data.remove();
    },
  };
}

/**
 * The running sites of the current test file, by their settings. A new file stops the previous
 * file's.
 */
class Sites {
  #file = '';
  readonly #running = new Map<string, Awaited<ReturnType<typeof startSite>>>();

  async getOrStart(file: string, settings: Settings): Promise<Server> {
    if (file !== this.#file) await this.stop();
    this.#file = file;
    const key = JSON.stringify(settings);
    const site = this.#running.get(key) ?? (await startSite(settings));
    this.#running.set(key, site);
    return site;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.#running.values()].map((site) => site.stop()));
    this.#running.clear();
  }
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  allowErrors: [null, { option: true }],
  settings: [{}, { option: true }],

  requireBrowser: [
    async ({}, use, testInfo) => {
      const missing = process.env.CHROMIUM_MISSING;
      testInfo.skip(missing !== undefined, missing ?? '');
      await use(undefined);
    },
    { auto: true },
  ],

  sites: [
    async ({}, use) => {
      const sites = new Sites();
      await use(sites);
      await sites.stop();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  server: async ({ sites, settings }, use, testInfo) => {
    await use(await sites.getOrStart(testInfo.file, settings));
  },

  baseURL: ({ server }, use) => use(server.url),

  context: async ({ context, allowErrors }, use) => {
    const errors = collectBrowserErrors(context);
    await use(context);
    const unexpected = errors.filter((text) => !allowErrors?.test(text));
    expect(unexpected, 'The browser reported errors.').toEqual([]);
  },

  platforms: async ({ context, server }, use) => {
    await use(await mockPlatforms(context, server.url));
  },

  signIn: async ({ context, server }, use) => {
    await use(async () => {
      // Checking a password costs a tenth of a second of processor time, by design.
      await context.addCookies(server.sessionCookies);
      const session = await context.request.get('/api/auth/admin/check');
      const { isAuthenticated } = await session.json();
      if (isAuthenticated === true) return;
      const response = await context.request.post('/api/auth/admin/login', {
        data: { password: server.adminPassword },
      });
      expect(response.status(), 'signing in').toBe(200);
      server.sessionCookies = await context.cookies();
    });
  },
});
