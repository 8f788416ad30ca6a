import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/**
 * A node of MDN's compatibility data, or of a syntax tree.
 * @typedef {Record<string, any>} Node
 */

/** @type {Node} */
export const data = createRequire(import.meta.url)('@mdn/browser-compat-data');

/** The names of the browsers in `browserslist` and in MDN's data. */
const mdnNames = /** @type {const} */ ({
  Safari: 'safari',
  iOS: 'safari_ios',
  Chrome: 'chrome',
  Edge: 'edge',
  Firefox: 'firefox',
});

const { browserslist } = JSON.parse(readFileSync('package.json', 'utf8'));

/**
 * The oldest supported version of each browser.
 * @type {{ name: string, version: string }[]}
 */
const oldestBrowsers = browserslist.map((/** @type {string} */ line) => {
  const [name = '', version = ''] = line.split(' >= ');
  return { name: mdnNames[/** @type {keyof typeof mdnNames} */ (name)], version };
});

/**
 * Compares versions by their major and minor number.
 * @param {string} a @param {string} b
 * @returns {number} negative when `a` is older, 0 when both are equal
 */
function compareVersions(a, b) {
  const [left, right] = [a, b].map((text) => text.split('.').map(Number));
  return (left?.[0] ?? 0) - (right?.[0] ?? 0) || (left?.[1] ?? 0) - (right?.[1] ?? 0);
}

/**
 * Returns whether all supported browsers have a feature, without a flag or a prefix.
 * @param {Node} feature a node of MDN's data; without `__compat` nothing is known, and it counts as
 *   supported
 */
export function isSupported(feature) {
  const support = feature.__compat?.support;
  if (!support) return true;
  return oldestBrowsers.every(({ name, version }) =>
    [support[name]].flat().some((/** @type {Node | undefined} */ entry) => {
      const added = entry?.version_added;
      if (typeof added !== 'string' || !/^[≤\d]/.test(added)) return false;
      if (entry?.flags || entry?.prefix || entry?.alternative_name) return false;
      const removed = entry?.version_removed;
      return (
        compareVersions(added.replace('≤', ''), version) <= 0 &&
        !(typeof removed === 'string' && compareVersions(removed.replace('≤', ''), version) <= 0)
      );
    }),
  );
}

/**
 * Collects nodes by their name.
 * @param {Node} root
 * @param {(name: string, node: Node) => string | undefined} toName
 * @param {number} depth the levels below the root that are searched
 */
export function indexByName(root, toName, depth) {
  /** @type {Map<string, Node[]>} */
  const index = new Map();
  const visit = (/** @type {Node} */ parent, /** @type {number} */ level) => {
    for (const [key, node] of Object.entries(parent)) {
      if (key === '__compat' || typeof node !== 'object') continue;
      const name = level === depth ? toName(key, node) : undefined;
      if (name !== undefined) index.set(name, [...(index.get(name) ?? []), node]);
      if (level < depth) visit(node, level + 1);
    }
  };
  visit(root, 1);
  return index;
}
