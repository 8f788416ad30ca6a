import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { parseSync } from 'vite';
import { arrows, floors, floorsWithRooms } from './allowed-imports.mjs';

/** Folders whose files are checked. */
const roots = ['src', 'demo'];

/** The endings that an import may leave out. Imports that are not resolved are not checked. */
const suffixes = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];

const toPosix = (/** @type {string} */ path) => path.replaceAll(sep, '/');

const isSource = (/** @type {string} */ path) => /\.tsx?$/.test(path);

/**
 * Returns the room of a file: the folder of its floor, or that folder's subfolder on a floor with
 * rooms. A file directly in such a folder belongs to the floor itself.
 * @param {string} file a path from the root of the repository
 */
function getRoom(file) {
  const [floor = '', folder = ''] = file.replace(/^src\//, '').split('/');
  return floorsWithRooms.includes(floor) && !isSource(folder) ? `${floor}/${folder}` : floor;
}

/**
 * Resolves a relative import to a TypeScript file of this repository.
 * @param {string} file the importing file
 * @param {string} specifier
 */
function resolveImport(file, specifier) {
  if (!/^\.\.?(\/|$)/.test(specifier)) return undefined;
  const path = toPosix(normalize(join(dirname(file), specifier)));
  return suffixes.map((suffix) => path + suffix).find((name) => isSource(name) && existsSync(name));
}

/**
 * Lists the files that a file imports: static, dynamic and type imports, and re-exports.
 * @param {string} file
 */
function readImports(file) {
  const code = readFileSync(file, 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module;
  const specifiers = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value)),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1)),
  ];
  return [...new Set(specifiers.flatMap((name) => (name && resolveImport(file, name)) || []))];
}

/** @param {string} room */
function getLevel(room) {
  const level = floors.findIndex((floor) => floor.includes(room));
  if (level >= 0) return level;
  return floors.findIndex((floor) => floor.includes(room.split('/', 1)[0] ?? ''));
}

/**
 * Returns why a file may not import another; undefined when it may.
 * @param {string} importer
 * @param {string} imported
 */
function explainViolation(importer, imported) {
  const [from, to] = [getRoom(importer), getRoom(imported)];
  if (from === to) return undefined;
  const [fromLevel, toLevel] = [getLevel(from), getLevel(to)];
  if (fromLevel < 0 || toLevel < 0) return 'scripts/allowed-imports.mjs names no such folder';
  if (fromLevel < toLevel) return undefined;
  if (fromLevel > toLevel) return `${from} is below ${to}`;
  // A file directly in the floor's folder is a registry of its rooms.
  if (to.startsWith(`${from}/`)) return undefined;
  return arrows[from]?.includes(to) ? undefined : `no arrow from ${from} to ${to}`;
}

/**
 * Lists the arrows to a folder that is named below their own: the order rules out cycles between
 * folders.
 */
function findUnorderedArrows() {
  const order = Object.keys(arrows);
  return Object.entries(arrows).flatMap(([from, targets]) =>
    targets
      .filter((to) => order.indexOf(to) >= order.indexOf(from))
      .map((to) => `scripts/allowed-imports.mjs names ${to} below ${from}, which imports it`),
  );
}

/**
 * Prints each import that `allowed-imports.mjs` does not allow. Tests may import anything. Cycles
 * between files are found by Biome (`noImportCycles`).
 * @returns {boolean} whether there are none
 */
export function checkImports() {
  const files = roots.flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).map(
      (name) => `${root}/${toPosix(name)}`,
    ),
  );
  const sources = files.filter((file) => isSource(file) && !file.includes('.test.'));
  const violations = sources.flatMap((importer) =>
    readImports(importer).flatMap((imported) => {
      const reason = explainViolation(importer, imported);
      return reason === undefined ? [] : [`${importer} imports ${imported}: ${reason}`];
    }),
  );
  const problems = [...violations, ...findUnorderedArrows()];
  for (const problem of problems) console.error(problem);
  return problems.length === 0;
}
