import { provideBrowser } from '../browser';

/** Finds a browser, or installs one, before the first test. The workers inherit what is set here. */
export default async function setup(): Promise<void> {
  const browser = await provideBrowser('headless');
  if ('path' in browser) process.env.CHROMIUM_PATH = browser.path;
  else process.env.CHROMIUM_MISSING = browser.missing;
}
