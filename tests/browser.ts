import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from '@playwright/test';

/** A browser to test with, or the reason why there is none. */
export type Browser = { path: string } | { missing: string };

/** `headless` is the same engine without windows: tests take three quarters of the time. */
export type Kind = 'whole' | 'headless';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
/** The headless one: Debian's package and its program. */
const headless = 'chromium-headless-shell';
const downloads = 'https://cdn.playwright.dev';

const isRoot = process.getuid?.() === 0;
const say = (line: string) => process.stderr.write(`${line}\n`);

/** Whether it starts at all: Playwright's own does not where the system's libraries are missing. */
function starts(path: string): boolean {
  if (!existsSync(path)) return false;
  return spawnSync(path, ['--version', '--no-sandbox'], { timeout: 30_000 }).status === 0;
}

function onPath(names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** A browser that is there already; one with windows does for either kind. */
function findBrowser(kind: Kind): string | undefined {
  const better = kind === 'headless' ? onPath([headless]) : [];
  return [...better, chromium.executablePath(), ...onPath(names)].find(starts);
}

/** Whether Playwright's downloads can be reached; its own tries take minutes to give up. */
async function canDownload(): Promise<boolean> {
  try {
    await fetch(downloads, { method: 'HEAD', signal: AbortSignal.timeout(5_000) });
    return true;
  } catch {
    return false;
  }
}

async function downloadBrowser(kind: Kind): Promise<string | undefined> {
  if (!(await canDownload())) return undefined;
  say('Downloading Chromium …');
  const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test')), 'cli.js');
  const withDeps = isRoot && existsSync('/usr/bin/apt-get') ? ['--with-deps'] : [];
  spawnSync(process.execPath, [cli, 'install', 'chromium', '--no-shell', ...withDeps], {
    stdio: 'ignore',
  });
  return findBrowser(kind);
}

function installDebianPackage(kind: Kind): string | undefined {
  if (!isRoot || !existsSync('/usr/bin/apt-get')) return undefined;
  say('Installing Chromium …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update'], { env });
  const name = kind === 'headless' ? headless : 'chromium';
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name], { env });
  return findBrowser(kind);
}

/**
 * A browser to test with: the one that `CHROMIUM_PATH` names, else one that is there already, else
 * Playwright's own, else Debian's package when root.
 */
export async function provideBrowser(kind: Kind): Promise<Browser> {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    return starts(named) ? { path: named } : { missing: `CHROMIUM_PATH: ${named} does not start.` };
  }
  const path = findBrowser(kind) ?? (await downloadBrowser(kind)) ?? installDebianPackage(kind);
  if (path) return { path };
  return { missing: 'There is no Chromium on this machine, and it could not be installed.' };
}
