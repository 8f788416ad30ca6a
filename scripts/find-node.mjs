// Runs under the machine's own Node, 20.19 or newer, before anything is installed.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from './lock.mjs';
import { giveUp, neededNode, PreparationError, root, runNpm, say } from './prepare.mjs';

/** The packages behind `node` on npm, without its install script, which would only choose one. */
const packageName = `node-${process.platform}-${process.arch}`;

/** Beside the packages, because `npm ci` deletes `node_modules`. */
const folder = join(root, '.node');
const binary = join('node_modules', packageName, 'bin/node');

const readLockFile = (/** @type {string} */ place) =>
  readFileSync(join(place, 'package-lock.json'), 'utf8');
const wanted = readLockFile(join(root, 'scripts/node'));

const isFetched = () =>
  existsSync(join(folder, binary)) &&
  existsSync(join(folder, 'package-lock.json')) &&
  readLockFile(folder) === wanted;

async function fetchNode() {
  const version = JSON.parse(wanted).packages[`node_modules/${packageName}`]?.version;
  const explanation = `${neededNode} is needed; this is ${process.versions.node}`;
  if (!version) {
    throw new PreparationError(
      `${explanation}, and the npm registry has none for ${process.platform} on ${process.arch}. Install it from nodejs.org.`,
    );
  }
  say(`${explanation}. Fetching Node ${version} from the npm registry …`);
  const draft = `${folder}-draft`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(join(root, 'scripts/node'), draft, { recursive: true });
  const what = `Fetching Node ${version}`;
  const flags = ['--ignore-scripts', '--include=optional', '--no-audit', '--no-fund'];
  try {
    await runNpm(['ci', ...flags], { what, cwd: draft });
  } catch (error) {
    if (!(error instanceof PreparationError)) throw error;
    // One line: npm's output begins with the error's code.
    const [reason = ''] = /(?<=npm error ).+|.+$/.exec(error.message) ?? [];
    const message = error.exitCode === 1 ? `${what} failed (${reason}).` : error.message;
    throw new PreparationError(message, error.exitCode);
  }
  const { status } = spawnSync(join(draft, binary), ['--version']);
  if (status !== 0) {
    throw new PreparationError(
      `${explanation}, and the one from the npm registry does not run on this system. Install it from nodejs.org.`,
    );
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
}

/** Prints the path of a Node that is new enough, and fetches it the first time. */
async function findNode() {
  if (!isFetched()) {
    const lock = join(root, 'dist/.fetching-node');
    await withLock(
      lock,
      async () => {
        if (!isFetched()) await fetchNode();
      },
      (pid) =>
        say(`Waiting for process ${pid}, which is fetching Node. If it isn't, delete ${lock}.`),
    );
  }
  process.stdout.write(`${join(folder, binary)}\n`);
}

await findNode().catch(giveUp);
