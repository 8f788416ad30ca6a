// Node's own modules only: this is imported before anything is installed.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ version: string, dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string> }}
 *   LockedPackage
 */

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));

/**
 * Finds the package that a dependency resolves to, as Node does: in the nearest `node_modules`.
 * @param {Record<string, LockedPackage>} locked by path
 * @param {string} from the path of the package that depends on it, '' for the root
 * @param {string} name
 * @returns {string | undefined} undefined for an optional dependency that is not in the lock file
 */
function resolvePackage(locked, from, name) {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf('/node_modules/'))) {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    if (locked[path]) return path;
    if (!folder.includes('/node_modules/')) {
      return locked[`node_modules/${name}`] ? `node_modules/${name}` : undefined;
    }
  }
}

/**
 * Writes `package.json` and `package-lock.json` of the production folder. They list only the
 * packages that the bundles don't contain, in the versions of this clone's lock file. The complete
 * list weighs three times as much, mostly for packages that the bundles contain.
 * @param {string} root
 * @param {string} folder
 */
export function writeProductionPackage(root, folder) {
  /** @type {string[]} */
  const names = readJson(join(root, 'scripts/runtime-packages.json'));
  const own = readJson(join(root, 'package.json'));
  const lock = readJson(join(root, 'package-lock.json'));
  /** @type {Record<string, LockedPackage>} */
  const locked = lock.packages;
  /** @type {Record<string, LockedPackage>} */
  const needed = {};
  /** @type {(from: string, name: string) => void} */
  const add = (from, name) => {
    const path = resolvePackage(locked, from, name);
    const found = path ? locked[path] : undefined;
    if (!path || !found || needed[path]) return;
    needed[path] = found;
    const { dependencies, optionalDependencies, peerDependencies } = found;
    for (const next of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...peerDependencies,
    })) {
      add(path, next);
    }
  };
  for (const name of names) add('', name);

  const commands = [
    'backup',
    'restore',
    'migrate',
    'doctor',
    'pictures',
    'selftest',
    'second-factor-off',
  ];
  const dependencies = Object.fromEntries(
    names.map((name) => [name, locked[`node_modules/${name}`]?.version]),
  );
  const { name, version, type, engines } = own;
  const shared = { name, version, dependencies, engines };
  // As in run.sh.
  const memory = 'MALLOC_TRIM_THRESHOLD_=524288 MALLOC_ARENA_MAX=1';
  const operate = 'NODE_ENV=production node server/operate.server.js';
  const scripts = {
    start: `NODE_ENV=production ${memory} exec node server/main.server.js`,
    ...Object.fromEntries(commands.map((command) => [command, `${operate} ${command}`])),
  };
  const sortedPaths = Object.keys(needed).sort();
  const packages = Object.fromEntries(sortedPaths.map((path) => [path, needed[path]]));
  const write = (/** @type {string} */ file, /** @type {unknown} */ content) =>
    writeFileSync(join(folder, file), `${JSON.stringify(content, null, 2)}\n`);
  write('package.json', { ...shared, private: true, type, scripts });
  write('package-lock.json', {
    name,
    version,
    lockfileVersion: lock.lockfileVersion,
    requires: true,
    packages: { '': shared, ...packages },
  });
}
