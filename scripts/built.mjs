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

/**
 * Puts finished drafts into their places. The note goes first and comes back last, so that
 * whatever interrupts this leaves a dist that counts as stale.
 * @param {string} root
 * @param {string} fingerprint of the sources when the build began
 */
export function swapIn(root, fingerprint) {
  rmSync(noteFile(root), { force: true });
  const drafts = draftFolders(root);
  for (const half of halves) {
    const place = join(root, 'dist', half);
    rmSync(place, { recursive: true, force: true });
    renameSync(drafts[half], place);
  }
  writeFileSync(`${noteFile(root)}.draft`, fingerprint);
  renameSync(`${noteFile(root)}.draft`, noteFile(root));
}
