import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { installDebianPackages } from './debian-packages';

const isRoot = process.getuid?.() === 0;

/** Keeps a browser from talking to anyone but the site, and lets it run as root and without a display. */
export const browserArgs = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-gpu',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
  ...(isRoot ? ['--no-sandbox'] : []),
];

/** A browser to test with, or the reason why there is none. */
export type Browser = { path: string } | { missing: string };

/**
 * The kind of browser. `headless` is Chromium's headless shell, with which the tests take three
 * quarters of the time.
 */
export type BrowserKind = 'full' | 'headless';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The name of the headless shell's Debian package and of its program. */
const headlessShell = 'chromium-headless-shell';
const downloads = 'https://cdn.playwright.dev';

const log = (line: string) => process.stderr.write(`${line}\n`);

/** Checks that a browser starts. Playwright's own does not when system libraries are missing. */
function canStart(path: string): boolean {
  if (!existsSync(path)) return false;
  return spawnSync(path, ['--version', '--no-sandbox'], { timeout: 30_000 }).status === 0;
}

function findOnPath(names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

const findHeadlessShell = () => findOnPath([headlessShell]).find(canStart);

const findFullBrowser = () => [chromium.executablePath(), ...findOnPath(names)].find(canStart);

/** Finds an installed browser. A full one serves as headless, too. */
const findBrowser = (kind: BrowserKind) =>
  (kind === 'headless' ? findHeadlessShell() : undefined) ?? findFullBrowser();

/** Checks that Playwright's download server is reachable. Playwright itself retries for minutes. */
async function canDownload(): Promise<boolean> {
  try {
    await fetch(downloads, { method: 'HEAD', signal: AbortSignal.timeout(5_000) });
    return true;
  } catch {
    return false;
  }
}

async function downloadBrowser(kind: BrowserKind): Promise<string | undefined> {
  if (!(await canDownload())) return undefined;
  log('Downloading Chromium …');
  const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test')), 'cli.js');
  const withDeps = isRoot && existsSync('/usr/bin/apt-get') ? ['--with-deps'] : [];
  spawnSync(process.execPath, [cli, 'install', 'chromium', '--no-shell', ...withDeps], {
    stdio: 'ignore',
  });
  return findBrowser(kind);
}

function installHeadlessShell(): void {
  if (!findHeadlessShell()) installDebianPackages('Chromium', [headlessShell]);
}

function installDebianPackage(kind: BrowserKind): string | undefined {
  installDebianPackages('Chromium', [kind === 'headless' ? headlessShell : 'chromium']);
  return findBrowser(kind);
}

/**
 * Provides a browser to test with: the one that `CHROMIUM_PATH` names, otherwise (in this order) an
 * installed one, Playwright's download, Debian's package when running as root.
 */
export async function provideBrowser(kind: BrowserKind): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    return canStart(named)
      ? { path: named }
      : { missing: `CHROMIUM_PATH: ${named} does not start.` };
  }
  // Debian's full browser may be here for other tests already. It would slow these down.
  if (kind === 'headless' && findOnPath(names).some(canStart)) installHeadlessShell();
  const path = findBrowser(kind) ?? (await downloadBrowser(kind)) ?? installDebianPackage(kind);
  if (path) return { path };
  return { missing: 'There is no Chromium on this machine, and it could not be installed.' };
}
