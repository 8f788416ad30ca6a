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
  'public',
  'scripts/runtime-packages.json',
  'src',
  'tsconfig.json',
  'vite.config.ts',
];

/** The two halves of a build, as folders of dist. */
const halves = /** @type {const} */ (['client', 'server']);

const noteFile = (/** @type {string} */ root) => join(root, 'dist/built-from');

/**
 * Lists the files at and under a path, always in the same order.
 * @param {string} path
 * @returns {string[]}
 */
function filesAt(path) {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = join(path, entry.name);
      return entry.isDirectory() ? filesAt(file) : [file];
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
    for (const file of filesAt(join(root, input))) {
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
    if (readFileSync(noteFile(root), 'utf8') !== buildFingerprint(root)) return false;
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
const keptEarlierMs = 7 * 24 * 3_600_000;

/**
 * Maximum total size of the files of earlier builds. The oldest are removed first, so that frequent
 * builds do not fill the disk. All hashed files of one build are 1.4 MB.
 */
const maxEarlierBytes = 200_000_000;

/**
 * The file with the time since when files of `dist/client/assets` belong to no build:
 * `{ name: ISO-8601 }`.
 */
const earlierFile = (/** @type {string} */ root) => join(root, 'dist/earlier-assets.json');

/**
 * Reads the record of earlier builds' files.
 * @param {string} root
 * @returns {Record<string, string>} an empty object when the record is missing or damaged; the
 *   files then stay for another week
 */
function readEarlier(root) {
  try {
    return Object(JSON.parse(readFileSync(earlierFile(root), 'utf8')));
  } catch {
    return {};
  }
}

/**
 * Writes a file atomically, so that an interruption never leaves half a file.
 * @param {string} file
 * @param {string} content
 */
function writeWhole(file, content) {
  writeFileSync(`${file}.draft`, content);
  renameSync(`${file}.draft`, file);
}

/**
 * Moves the hashed files of earlier builds into a new one, for a week and up to `maxEarlierBytes`.
 * They are in the same folder as the new ones, so that a server which still runs the earlier build
 * serves them as well.
 * @param {string} root
 * @param {string} draft the folder of the new browser bundle
 * @param {number} now
 */
function keepEarlierAssets(root, draft, now) {
  const before = join(root, 'dist/client/assets');
  if (!existsSync(before)) return;
  const known = readEarlier(root);
  const own = new Set(readdirSync(join(draft, 'assets')));
  let bytes = 0;
  const kept = readdirSync(before)
    .filter((name) => !own.has(name))
    .map((name) => ({ name, since: Date.parse(known[name] ?? '') || now }))
    .filter(({ since }) => now - since < keptEarlierMs)
    .sort((a, b) => b.since - a.since)
    .filter(({ name }) => {
      bytes += statSync(join(before, name)).size;
      return bytes <= maxEarlierBytes;
    });
  for (const { name } of kept) renameSync(join(before, name), join(draft, 'assets', name));
  const notes = Object.fromEntries(
    kept.map(({ name, since }) => [name, new Date(since).toISOString()]),
  );
  writeWhole(earlierFile(root), JSON.stringify(notes));
}

/**
 * Moves the finished drafts to their final folders. Deletes the fingerprint file first and writes
 * it last, so that after an interruption dist counts as stale.
 * @param {string} root
 * @param {string} fingerprint of the sources when the build began
 * @param {number} now
 */
export function swapIn(root, fingerprint, now = Date.now()) {
  rmSync(noteFile(root), { force: true });
  const drafts = draftFolders(root);
  keepEarlierAssets(root, drafts.client, now);
  for (const half of halves) {
    const place = join(root, 'dist', half);
    rmSync(place, { recursive: true, force: true });
    renameSync(drafts[half], place);
  }
  writeWhole(noteFile(root), fingerprint);
}
