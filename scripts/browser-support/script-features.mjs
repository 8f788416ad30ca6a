import { data, indexByName } from './compat-data.mjs';

/** @typedef {import('./compat-data.mjs').Node} Node */

const { builtins } = data.javascript;

/** Members of all interfaces and built-in objects, because the type of an object is not known. */
export const members = indexByName(
  { api: data.api, builtins },
  (key) => (key.endsWith('_event') ? undefined : key.replace(/_static$/, '')),
  3,
);

/**
 * The interfaces whose members count wherever their name appears. Those of rarer interfaces have
 * names like `path`, which other objects have as well.
 */
const commonInterfaces = Object.keys(data.api).filter((name) =>
  /^(HTML|DOM|CSSStyle|Element|Node|Document|Event|Abort|Request$|Response$|Headers|FormData|URL|Blob|File$|Storage$|Range|Selection|Intersection|ResizeObs|MutationObs|KeyboardEvent|MouseEvent|PointerEvent|UIEvent)/.test(
    name,
  ),
);

export const commonMembers = indexByName(
  {
    api: Object.fromEntries(commonInterfaces.map((name) => [name, data.api[name]])),
    builtins,
  },
  (key) => key,
  3,
);

export const events = indexByName(data.api, (key) => /^(.+)_event$/.exec(key)?.[1], 2);

/** Global objects, and the interfaces of their members. */
const globalObjects = /** @type {Record<string, string>} */ ({
  navigator: 'Navigator',
  document: 'Document',
  window: 'Window',
  globalThis: 'Window',
  history: 'History',
  location: 'Location',
  performance: 'Performance',
  crypto: 'Crypto',
});

/** @param {string} name */
export const findGlobal = (name) => {
  const found = data.api[name] ?? data.api.Window[name] ?? builtins[name];
  return Object.hasOwn(data.api, name) ||
    Object.hasOwn(data.api.Window, name) ||
    Object.hasOwn(builtins, name)
    ? /** @type {Node} */ (found)
    : undefined;
};

/**
 * Finds the features that a member of a global object may be.
 * @param {string} object
 * @param {string} member
 * @returns {Node[]}
 */
export function findStaticMember(object, member) {
  const owner = data.api[globalObjects[object] ?? object] ?? builtins[object];
  if (!owner) return [];
  const key = [`${member}_static`, member].find((name) => Object.hasOwn(owner, name));
  return key ? [owner[key]] : [];
}
