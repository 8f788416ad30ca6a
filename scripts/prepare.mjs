// Node's own modules only: this runs before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildFingerprint, draftFolders, isBuilt, swapIn } from './built.mjs';
import { isInstalled, recordInstallation } from './installed.mjs';
import { withLock } from './lock.mjs';
import { writeProductionPackage } from './production-package.mjs';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** This clone could not be prepared. `message` is for the person who started it. */
export class PreparationError extends Error {
  /**
   * @param {string} message
   * @param {number} exitCode
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Progress is printed to stderr, because stdout belongs to the program that is started. */
export const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);

const { engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const [major = 0, minor = 0] = engines.node.match(/\d+/g).map(Number);

/** The oldest Node that runs the site, for people. */
export const neededNode = `Node ${major}.${minor} or newer`;

function requireNode() {
  const [ownMajor = 0, ownMinor = 0] = process.versions.node.split('.').map(Number);
  if (ownMajor > major || (ownMajor === major && ownMinor >= minor)) return;
  throw new PreparationError(
    `${neededNode} is needed; this is ${process.versions.node}. npm's commands, such as npm start, fetch it.`,
  );
}

/**
 * Runs a program until it exits. Forwards signals to it, so that it never outlives this process.
 * @param {string} command
 * @param {string[]} args
 * @param {{ what: string, env?: NodeJS.ProcessEnv, cwd?: string }} options
 */
async function run(command, args, { what, env = process.env, cwd = root }) {
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
  }
  /** @type {number | undefined} */
  let interrupted;
  const forward = (/** @type {NodeJS.Signals} */ signal, /** @type {number} */ number) => {
    interrupted = 128 + number;
    child.kill(signal);
  };
  process.on('SIGINT', forward).on('SIGTERM', forward);
  try {
    const code = await new Promise((resolve, reject) => {
      child.on('error', reject).on('close', resolve);
    });
    if (interrupted) throw new PreparationError(`${what} was interrupted.`, interrupted);
    if (code !== 0) throw new PreparationError(`${output.trim()}\n${what} failed.`);
  } catch (error) {
    if (error instanceof PreparationError) throw error;
    throw new PreparationError(`${what} failed: ${/** @type {Error} */ (error).message}`);
  } finally {
    process.off('SIGINT', forward).off('SIGTERM', forward);
  }
}

/**
 * Runs the npm that runs this script, under the Node that runs this script.
 * @param {string[]} args
 * @param {{ what: string, cwd?: string }} options
 */
export async function runNpm(args, options) {
  const npm = process.env.npm_execpath;
  if (npm && /npm-cli\.c?js$/.test(npm)) await run(process.execPath, [npm, ...args], options);
  else await run('npm', args, options);
}

async function install() {
  say('Installing packages …');
  const started = Date.now();
  // The build and the tests need the development packages, also with NODE_ENV=production.
  // A package that needs a newer Node than the site is an error.
  const args = ['ci', '--include=dev', '--engine-strict', '--no-audit', '--no-fund'];
  await runNpm(args, { what: 'Installing packages' });
  recordInstallation(root);
  say(`Installed in ${seconds(started)}.`);
}

async function build() {
  say('Building …');
  const started = Date.now();
  const fingerprint = buildFingerprint(root);
  const drafts = draftFolders(root);
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    NO_COLOR: '1',
    BUILD_HASH: fingerprint.slice(0, 8),
  };
  /** @type {(half: 'client' | 'server', args: string[]) => Promise<void>} */
  const half = (name, args) => {
    rmSync(drafts[name], { recursive: true, force: true });
    const all = [vite, 'build', '--outDir', drafts[name], '--logLevel', 'warn', ...args];
    return run(process.execPath, all, { what: `Building the ${name}`, env });
  };
  // Wait for both, even when one fails: the other must not write after the lock is released.
  const results = await Promise.allSettled([half('client', []), half('server', ['--ssr'])]);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  writeProductionPackage(root, join(root, 'dist'));
  swapIn(root, fingerprint);
  say(`Built in ${seconds(started)}.`);
}

const seconds = (/** @type {number} */ since) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/**
 * Prepares this clone for running: installs missing packages, and builds when the build is stale.
 * Takes a few milliseconds when everything is up to date. Several processes may call it at once.
 * @param {{ dev?: boolean }} options `dev`: packages only, no build
 * @throws PreparationError
 */
export async function prepare({ dev = false } = {}) {
  requireNode();
  // `./data` and `.env` are this clone's, from whatever folder it is started.
  process.chdir(root);
  const isReady = () => isInstalled(root) && (dev || isBuilt(root));
  if (isReady()) return;
  if (!existsSync(join(root, 'package-lock.json'))) {
    throw new PreparationError('package-lock.json is missing: this is not a whole clone.');
  }
  const lock = join(root, 'dist/.preparing');
  await withLock(
    lock,
    async () => {
      if (!isInstalled(root)) await install();
      if (!dev && !isBuilt(root)) await build();
    },
    (pid) =>
      say(
        `Waiting for process ${pid}, which is preparing this clone. If it isn't, delete ${lock}.`,
      ),
  );
}

/**
 * Exits the process with the reason why this clone could not be prepared.
 * @param {unknown} error
 * @returns {never}
 */
export function giveUp(error) {
  if (!(error instanceof PreparationError)) throw error;
  say(error.message);
  process.exit(error.exitCode);
}
