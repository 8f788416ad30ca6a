import { afterAll, afterEach, beforeAll, beforeEach, expect, inject } from 'vitest';
import { ApiClient, adminPassword } from '../support/api-client';
import { startServer } from '../support/server-process';
import { temporaryFolder } from '../support/temporary-folder';
import { startChromium } from './chromium';
import { startFirefox } from './firefox';
import { Page } from './page';
import type { Browser } from './web-driver';
import { startWebKit } from './webkit';

/** The built site with demo content, open in the project's browser. */
interface Site {
  page: Page;
  api: ApiClient;
  adminPassword: string;
}

export const sizes = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 900 },
};

function startBrowser([program = '', display = '']: string[]): Promise<Browser> {
  switch (inject('browserEngine')) {
    case 'webkit':
      return startWebKit({ driver: program, xvfb: display });
    case 'firefox':
      return startFirefox(program);
    case 'chromium':
      return startChromium(program);
  }
}

/**
 * Runs a file's tests with a site and a browser of their own. A test fails if its pages log an error
 * or a warning.
 * @param settings additional environment variables of the site
 * @param expected messages that the tests allow
 */
export function useSite(
  size: { width: number; height: number },
  settings: Record<string, string> = {},
  expected = /(?!)/,
): Site {
  const programs = inject('browserPrograms');
  const closers: (() => unknown)[] = [];
  // `beforeAll` adds the rest.
  const site = { adminPassword } as Site;

  beforeAll(async () => {
    if ('missing' in programs) return;
    const data = temporaryFolder();
    closers.push(data.remove);
    const [server, browser] = await Promise.all([
      startServer({ DATA_DIR: data.path, ADMIN_PASSWORD: adminPassword, ...settings }),
      startBrowser(programs.paths),
    ]);
    closers.push(server.stop, browser.close);
    await browser.send('setWindowSize', size);
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
