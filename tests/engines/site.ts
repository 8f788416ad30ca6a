import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { ApiClient, adminPassword } from '../support/api-client';
import { codeCache, startServer } from '../support/server-process';
import { temporaryFolder } from '../support/temporary-folder';
import { startBrowser } from './browser';
import { Page } from './page';

/** The built site with demo content, open in the project's browser. */
interface Site {
  page: Page;
  api: ApiClient;
  adminPassword: string;
}

const windowSize = { width: 1280, height: 900 };

/**
 * Runs a file's tests with a site and a browser of their own. A test fails if its pages log an error
 * or a warning.
 * @param settings additional environment variables of the site
 * @param expected messages that the tests allow
 */
export function useSite(settings: Record<string, string> = {}, expected = /(?!)/): Site {
  const programs = inject('browserPrograms');
  const closers: (() => unknown)[] = [];
  // `beforeAll` adds the rest.
  const site = { adminPassword } as Site;

  beforeAll(async () => {
    if ('missing' in programs) return;
    const data = temporaryFolder();
    closers.push(data.remove);
    const [server, browser] = await Promise.all([
      startServer({
        ...codeCache,
        DATA_DIR: data.path,
        ADMIN_PASSWORD: adminPassword,
        ...settings,
      }),
      startBrowser(inject('browserEngine'), programs.paths),
    ]);
    closers.push(server.stop, browser.close);
    await browser.driver
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...windowSize });
    site.api = new ApiClient(server.url);
    site.page = new Page(browser, server.url);
  });

  beforeEach(({ skip }) => {
    if ('missing' in programs) skip(programs.missing);
  });

  afterEach(() => {
    if ('missing' in programs) return;
    const unexpected = site.page.browser.messages.splice(0).filter((text) => !expected.test(text));
    expect(unexpected, 'The browser reported errors.').toEqual([]);
  });

  afterAll(async () => {
    for (const close of closers.reverse()) await close();
  });

  return site;
}
