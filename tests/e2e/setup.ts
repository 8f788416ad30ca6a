import { provideBrowser } from '../support/browser';

/**
 * Finds or installs a browser before the first test. The workers inherit the environment variables
 * that are set here.
 */
export default async function setup(): Promise<void> {
  const browser = await provideBrowser('headless');
  if ('path' in browser) process.env.CHROMIUM_PATH = browser.path;
  else process.env.CHROMIUM_MISSING = browser.missing;
}
