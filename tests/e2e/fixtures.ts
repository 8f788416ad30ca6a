import {
  type BrowserContext,
  test as base,
  type Cookie,
  expect,
  type Page,
} from '@playwright/test';
import { ApiClient, adminPassword } from '../support/api-client';
import { codeCache, startServer } from '../support/server-process';
import { type SmtpTestServer, startSmtp } from '../support/smtp';
import { temporaryFolder } from '../support/temporary-folder';
import { testLimitMs } from '../support/time-limits';
import { removeAllLeads } from './leads';
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
   * The tests of files with the same kind of site share one, because each costs as much as ten pages:
   * those of `demo content` leave the content and the settings as they are, those of `own lists` fill
   * the lists that they look at. A test that looks at all leads begins by removing them. Without it,
   * a file has its own site, as one needs that waits for an email to the owner: there are 20 an hour.
   */
  sharedSite: 'demo content' | 'own lists' | null;
  /**
   * The built site, on its own port, with its own database and demo content. The tests of one file
   * share it at least (see `sharedSite`).
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

/** Options of tests whose subject moves, which the others keep still. */
export const withMotion = { contextOptions: { reducedMotion: 'no-preference' } } as const;

/**
 * Collects a browser's errors: script errors, failed requests, CSP violations, and what a page logs as
 * an error or a warning.
 */
export function collectBrowserErrors(context: BrowserContext): string[] {
  const errors: string[] = [];
  context.on('console', (message) => {
    // Without arguments, a warning is the browser's own, such as one about a slow font.
    const isWarning = message.type() === 'warning' && message.args().length > 0;
    if (message.type() !== 'error' && !isWarning) return;
    const { url, lineNumber } = message.location();
    errors.push(`console: ${message.text()} (${url}:${lineNumber})`);
  });
  context.on('weberror', (error) => {
    errors.push(`script: ${error.error().stack ?? error.error().message}`);
  });
  return errors;
}

/**
 * Makes the routes of a page hold from the first request on. Chromium says that it intercepts requests
 * before the page's process knows: of the requests right after that, one in fifty reached the server.
 */
function interceptAtOnce(page: Page): void {
  const route = page.route.bind(page);
  const probe = '**/healthz?intercepted';
  page.route = async (...parameters) => {
    const added = await route(...parameters);
    if (page.url() === 'about:blank') return added;
    let isIntercepted = false;
    await route(probe, (request) => {
      isIntercepted = true;
      return request.fulfill();
    });
    const send = () => fetch('/healthz?intercepted').then(String, String);
    await expect.poll(() => page.evaluate(send).then(() => isIntercepted)).toBe(true);
    await page.unroute(probe);
    return added;
  };
}

async function startSite(settings: Settings): Promise<Server & { stop: () => Promise<void> }> {
  const data = temporaryFolder();
  const smtp = await startSmtp();
  const server = await startServer({
    ...codeCache,
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

type RunningSites = Map<string, Awaited<ReturnType<typeof startSite>>>;

async function stopAll(sites: RunningSites): Promise<void> {
  await Promise.all([...sites.values()].map((site) => site.stop()));
  sites.clear();
}

/** The running sites of a worker, by their settings. */
class Sites {
  #file = '';
  /** Those of the current file, which may change their content. A new file stops them. */
  readonly #ofFile: RunningSites = new Map();
  /** Those that several files share. */
  readonly #shared: RunningSites = new Map();

  async getOrStart(
    file: string,
    settings: Settings,
    sharedSite: TestFixtures['sharedSite'],
  ): Promise<Server> {
    if (file !== this.#file) await stopAll(this.#ofFile);
    this.#file = file;
    const sites = sharedSite ? this.#shared : this.#ofFile;
    const key = JSON.stringify([sharedSite, settings]);
    const site = sites.get(key) ?? (await startSite(settings));
    sites.set(key, site);
    return site;
  }

  async stop(): Promise<void> {
    await Promise.all([stopAll(this.#ofFile), stopAll(this.#shared)]);
  }
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  allowErrors: [null, { option: true }],
  settings: [{}, { option: true }],
  sharedSite: [null, { option: true }],

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
    { scope: 'worker', timeout: testLimitMs },
  ],

  server: async ({ sites, settings, sharedSite }, use, testInfo) => {
    await use(await sites.getOrStart(testInfo.file, settings, sharedSite));
  },

  baseURL: ({ server }, use) => use(server.url),

  context: async ({ context, allowErrors }, use) => {
    const errors = collectBrowserErrors(context);
    await use(context);
    const unexpected = errors.filter((text) => !allowErrors?.test(text));
    expect(unexpected, 'The browser reported errors.').toEqual([]);
  },

  page: async ({ page }, use) => {
    interceptAtOnce(page);
    await use(page);
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

/** Signs in before each test of a file, to the shared site with demo content and without leads. */
export function useSiteWithoutLeads(): void {
  test.use({ sharedSite: 'demo content' });
  test.beforeEach(async ({ signIn, server }) => {
    await signIn();
    await removeAllLeads(server);
  });
}

/** Measures by how many pixels a page is wider than its window, so that it scrolls sideways. */
export const measureOverhang = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
