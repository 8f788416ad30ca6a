// Node's own modules only: this runs before anything is installed.
import { createHash } from 'node:crypto';
import {
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** The files and folders that the build reads. */
const inputs = [
  'demo',
  'migrations',
  'package-lock.json',
  // Names the supported browsers.
  'package.json',
  'public',
  'scripts/code-splitting.ts',
  'scripts/css-modules.ts',
  'scripts/production-package.mjs',
  'scripts/runtime-packages.json',
  'scripts/vite-plugins.ts',
  'src',
  'tsconfig.json',
  'vite.config.ts',
];

/** The two halves of a build, as folders of dist. */
const halves = /** @type {const} */ (['client', 'server']);

const fingerprintFile = (/** @type {string} */ root) => join(root, 'dist/built-from');

/**
 * Lists the files at and under a path, always in the same order.
 * @param {string} path
 * @returns {string[]}
 */
function listFiles(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = join(path, entry.name);
      return entry.isDirectory() ? listFiles(file) : [file];
    });
}

/**
 * Hashes the names and contents of the build's inputs. Rejected: modification times, which are a
 * few milliseconds faster, but `git checkout` and copying a clone change them.
 * @param {string} root
 */
export function buildFingerprint(root) {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const file of listFiles(join(root, input))) {
      if (/\.test\.tsx?$/.test(file)) continue;
      const content = readFileSync(file);
      hash.update(`${file.slice(root.length)} ${content.length}\n`).update(content);
    }
  }
  return hash.digest('hex');
}

/**
 * Returns whether dist contains a complete build of the current sources.
 * @param {string} root
 */
export function isBuilt(root) {
  try {
    if (readFileSync(fingerprintFile(root), 'utf8') !== buildFingerprint(root)) return false;
  } catch {
    return false;
  }
  return (
    existsSync(join(root, 'dist/server/main.server.js')) &&
    existsSync(join(root, 'dist/server/operate.server.js')) &&
    existsSync(join(root, 'dist/client/.vite/manifest.json'))
  );
}

/**
 * Returns the folders that a build is written to before it is swapped in. They are siblings of the
 * final folders, because source maps name their sources by relative paths.
 * @param {string} root
 */
export const draftFolders = (root) => ({
  client: join(root, 'dist/.draft-client'),
  server: join(root, 'dist/.draft-server'),
});

/**
 * Milliseconds for which files of an earlier build are served: tabs opened with it still request
 * them.
 */
const earlierAssetsMaxAgeMs = 7 * 24 * 3_600_000;

/**
 * Maximum total size of the files of earlier builds. The oldest are removed first, so that frequent
 * builds do not fill the disk. All hashed files of one build are 1.4 MB.
 */
const maxEarlierAssetsBytes = 200_000_000;

/**
 * The file with the time since when files of `dist/client/assets` belong to no build:
 * `{ name: ISO-8601 }`.
 */
const earlierAssetsFile = (/** @type {string} */ root) => join(root, 'dist/earlier-assets.json');

/**
 * Reads the record of earlier builds' files. Without it, the files stay for another week.
 * @param {string} root
 * @returns {Record<string, string>}
 */
function readEarlierAssets(root) {
  try {
    return Object(JSON.parse(readFileSync(earlierAssetsFile(root), 'utf8')));
  } catch {
    return {};
  }
}

/**
 * Writes a file atomically, so that an interruption never leaves half a file.
 * @param {string} file
 * @param {string} content
 */
function writeAtomically(file, content) {
  writeFileSync(`${file}.draft`, content);
  renameSync(`${file}.draft`, file);
}

/**
 * Moves the hashed files of earlier builds into a new one, for a week and up to `maxEarlierAssetsBytes`.
 * They are in the same folder as the new ones, so that a server which still runs the earlier build
 * serves them as well.
 * @param {string} root
 * @param {string} draft the folder of the new browser bundle
 * @param {number} now
 */
function moveEarlierAssets(root, draft, now) {
  const before = join(root, 'dist/client/assets');
  if (!existsSync(before)) return;
  const known = readEarlierAssets(root);
  const own = new Set(readdirSync(join(draft, 'assets')));
  let bytes = 0;
  const assets = readdirSync(before)
    .filter((name) => !own.has(name))
    .map((name) => ({ name, since: Date.parse(known[name] ?? '') || now }))
    .filter(({ since }) => now - since < earlierAssetsMaxAgeMs)
    .sort((a, b) => b.since - a.since)
    .filter(({ name }) => {
      bytes += statSync(join(before, name)).size;
      return bytes <= maxEarlierAssetsBytes;
    });
  for (const { name } of assets) renameSync(join(before, name), join(draft, 'assets', name));
  const record = assets.map(({ name, since }) => [name, new Date(since).toISOString()]);
  writeAtomically(earlierAssetsFile(root), JSON.stringify(Object.fromEntries(record)));
}

/**
 * Moves the finished drafts to their final folders. Deletes the fingerprint file first and writes
 * it last, so that after an interruption dist counts as stale.
 * @param {string} root
 * @param {string} fingerprint of the sources when the build began
 * @param {number} now
 */
export function swapIn(root, fingerprint, now = Date.now()) {
  rmSync(fingerprintFile(root), { force: true });
  const drafts = draftFolders(root);
  moveEarlierAssets(root, drafts.client, now);
  for (const half of halves) {
    const place = join(root, 'dist', half);
    rmSync(place, { recursive: true, force: true });
    renameSync(drafts[half], place);
  }
  writeAtomically(fingerprintFile(root), fingerprint);
}
