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

/** Everything that the build reads. */
const inputs = [
  'demo',
  'migrations',
  'package-lock.json',
  'public',
  'src',
  'tsconfig.json',
  'vite.config.ts',
];

/** The two halves of a build, as folders of dist. */
const halves = /** @type {const} */ (['client', 'server']);

const noteFile = (/** @type {string} */ root) => join(root, 'dist/built-from');

/**
 * @param {string} path
 * @returns {string[]} the files at and under a path, always in the same order
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
 * A hash over names and contents. Dates would be quicker by a few milliseconds, but `git checkout`
 * and copying a clone set them anew.
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
 * Whether dist holds a whole build of what the sources are now.
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
 * Where a build is made before it is swapped in: beside its place and not in a folder of its own,
 * because source maps name their sources by relative paths.
 * @param {string} root
 */
export const draftFolders = (root) => ({
  client: join(root, 'dist/.draft-client'),
  server: join(root, 'dist/.draft-server'),
});

/** Milliseconds for which the files of an earlier build stay: tabs that were opened with it ask for them. */
const keptEarlierMs = 7 * 24 * 3_600_000;

/**
 * Bytes that the files of earlier builds take at most, the oldest leaving first: whoever builds all day
 * does not fill the disk. All hashed files of a build are 1.4 MB.
 */
const maxEarlierBytes = 200_000_000;

/** Since when files of `dist/client/assets` belong to no build: `{ name: ISO-8601 }`. */
const earlierFile = (/** @type {string} */ root) => join(root, 'dist/earlier-assets.json');

/**
 * @param {string} root
 * @returns {Record<string, string>} what is noted of earlier builds; nothing when the note is damaged, and
 *   their week begins again
 */
function readEarlier(root) {
  try {
    return Object(JSON.parse(readFileSync(earlierFile(root), 'utf8')));
  } catch {
    return {};
  }
}

/**
 * Writes a file whole or not at all, whatever interrupts it.
 * @param {string} file
 * @param {string} content
 */
function writeWhole(file, content) {
  writeFileSync(`${file}.draft`, content);
  renameSync(`${file}.draft`, file);
}

/**
 * Takes the hashed files of earlier builds over into a new one, for a week and up to `maxEarlierBytes`. They lie among its own, so
 * that a server which is still running with the earlier build serves them, too.
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
 * Puts finished drafts into their places. The note goes first and comes back last, so that
 * whatever interrupts this leaves a dist that counts as stale.
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
