import { type BrowserContext, test as base, expect } from '@playwright/test';
import { ApiClient } from '../api-client';
import { startServer } from '../server-process';
import { type SmtpTestServer, startSmtp } from '../smtp';
import { temporaryFolder } from '../temporary-folder';

export { expect };

type Settings = Record<string, string>;

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
  allowErrors: RegExp | null;
  /** Settings of the site beyond the usual ones; `test.use({ settings })` gives a group its own site. */
  settings: Settings;
  /**
   * The built site, on its own port, with its own database and demo content. The tests of one file
   * share it: a start for each test would double the run's time.
   */
  server: Server;
  /** Signs the test's browser in to the admin area. */
  signIn: () => Promise<void>;
  needsBrowser: undefined;
}

interface WorkerFixtures {
  sites: Sites;
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
    stop: async () => {
      await server.stop();
      await smtp.close();
      data.remove();
    },
  };
}

/** The sites of the file under test, by their settings; those of the file before are stopped. */
class Sites {
  #file = '';
  readonly #running = new Map<string, Awaited<ReturnType<typeof startSite>>>();

  async of(file: string, settings: Settings): Promise<Server> {
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

  needsBrowser: [
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
    await use(await sites.of(testInfo.file, settings));
  },

  baseURL: ({ server }, use) => use(server.url),

  context: async ({ context, allowErrors }, use) => {
    const found = complaints(context);
    await use(context);
    const unexpected = found.filter((text) => !allowErrors?.test(text));
    expect(unexpected, 'The browser complained.').toEqual([]);
  },

  signIn: async ({ context, server }, use) => {
    await use(async () => {
      const answer = await context.request.post('/api/auth/admin/login', {
        data: { password: server.adminPassword },
      });
      expect(answer.status(), 'signing in').toBe(200);
    });
  },
});
