import { type Browser, chromium } from '@playwright/test';
import { browserArgs, provideBrowser } from '../tests/support/browser';
import { freePort } from '../tests/support/free-port';

let browserPromise: ReturnType<typeof provideBrowser> | undefined;

/**
 * Runs `work` with a new browser and closes it.
 * @throws when no browser is installed and none can be installed
 */
export async function withBrowser<Result>(
  work: (browser: Browser, debuggingPort: number) => Promise<Result>,
): Promise<Result> {
  browserPromise ??= provideBrowser('full');
  const provided = await browserPromise;
  if ('missing' in provided) throw new Error(provided.missing);
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: provided.path,
    args: [...browserArgs, `--remote-debugging-port=${port}`],
  });
  try {
    return await work(browser, port);
  } finally {
    await browser.close();
  }
}
