import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, sep } from 'node:path';
import { parseSync } from 'vite';
import { arrows, floors, roomed } from './allowed-imports.mjs';

const endings = ['', '.ts', '.tsx', '/index.ts', '/index.tsx'];

/** The room of a file: its floor, or the floor's folder where the floor has rooms. */
const findRoom = (/** @type {string} */ file) => {
  const [, floor = '', folder = ''] = file.split('/');
  return roomed.includes(floor) && !/\.\w+$/.test(folder) ? `${floor}/${folder}` : floor;
};

/**
 * Resolves a relative import to a file of `src`.
 * @param {string} file
 * @param {string} specifier
 */
function resolveImport(file, specifier) {
  if (!/^\.\.?(\/|$)/.test(specifier) || /\.(css|svg)$/.test(specifier)) return undefined;
  const path = normalize(join(dirname(file), specifier)).replaceAll(sep, '/');
  return endings
    .map((ending) => path + ending)
    .find((name) => /\.tsx?$/.test(name) && existsSync(name));
}

/**
 * Lists the files of `src` that a file imports, types included.
 * @param {string} file
 */
function readImports(file) {
  const code = readFileSync(file, 'utf8');
  const { staticImports, staticExports, dynamicImports } = parseSync(file, code).module;
  const specifiers = [
    ...staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value),
    ),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => code.slice(start + 1, end - 1)),
  ];
  const files = specifiers.map((specifier) => specifier && resolveImport(file, specifier));
  return [...new Set(files.filter((name) => name !== undefined))];
}

/**
 * Says why a file may not import another; undefined when it may.
 * @param {string} from
 * @param {string} to
 */
function findFault(from, to) {
  const [room, other] = [findRoom(from), findRoom(to)];
  if (room === other) return undefined;
  const level = (/** @type {string} */ name) =>
    floors.findIndex((floor) => floor.includes(name.split('/', 1)[0] ?? ''));
  if (level(room) < 0 || level(other) < 0)
    return 'a folder that scripts/allowed-imports.mjs does not know';
  if (level(room) < level(other)) return undefined;
  if (level(room) > level(other)) return `${room} lies below ${other}`;
  return arrows[room]?.includes(other) ? undefined : `no arrow from ${room} to ${other}`;
}

/**
 * Finds the first import cycle, by depth-first search.
 * @param {Map<string, string[]>} graph
 */
function findCycles(graph) {
  /** @type {string[][]} */
  const cycles = [];
  /** @type {Map<string, 'open' | 'done'>} */
  const states = new Map();
  /** @type {string[]} */
  const path = [];
  const visit = (/** @type {string} */ file) => {
    states.set(file, 'open');
    path.push(file);
    for (const next of graph.get(file) ?? []) {
      if (states.get(next) === 'open') cycles.push([...path.slice(path.indexOf(next)), next]);
      else if (!states.has(next)) visit(next);
    }
    path.pop();
    states.set(file, 'done');
  };
  for (const file of graph.keys()) if (!states.has(file)) visit(file);
  return cycles;
}

/** Reports what breaks the rules of `allowed-imports.mjs`. @returns whether nothing does */
export function checkImports() {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .map((name) => `src/${name.replaceAll(sep, '/')}`)
    .filter((name) => /\.tsx?$/.test(name));
  const graph = new Map(files.map((file) => [file, readImports(file)]));
  const faults = [...graph].flatMap(([from, imports]) =>
    imports.flatMap((to) => {
      const fault = from.includes('.test.') ? undefined : findFault(from, to);
      return fault ? [`${from} imports ${to}: ${fault}`] : [];
    }),
  );
  const mutual = Object.entries(arrows).flatMap(([from, targets]) =>
    targets
      .filter((to) => arrows[to]?.includes(from))
      .map((to) => `arrows both ways: ${from}, ${to}`),
  );
  const cycles = findCycles(graph).map((cycle) => `cycle: ${cycle.join(' -> ')}`);
  const all = [...faults, ...mutual, ...cycles];
  for (const line of all) console.error(line);
  return all.length === 0;
}
