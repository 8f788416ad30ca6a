import { data, indexByName, isSupported } from './compat-data.mjs';

/** @typedef {import('./compat-data.mjs').Node} Node */

const { css } = data;

const cssFunctions = new Map([
  ...indexByName(css.types, (key) => key, 1),
  ...indexByName(css.types, (key) => key, 2),
  ...indexByName(css.types, (key) => key, 3),
]);

/** @type {[RegExp, Node][]} */
const cssUnits = [
  [/^[\d.]+d(vh|vw|vi|vb|vmin|vmax)$/, css.types.length.viewport_percentage_units_dynamic],
  [/^[\d.]+s(vh|vw|vi|vb|vmin|vmax)$/, css.types.length.viewport_percentage_units_small],
  [/^[\d.]+l(vh|vw|vi|vb|vmin|vmax)$/, css.types.length.viewport_percentage_units_large],
  [/^[\d.]+cq(w|h|i|b|min|max)$/, css.types.length.container_query_length_units],
  [/^[\d.]+lh$/, css.types.length.lh],
  [/^[\d.]+rlh$/, css.types.length.rlh],
  [/^[\d.]+cap$/, css.types.length.cap],
];

/**
 * Lists the CSS features of a declaration that a supported browser lacks.
 * @param {string} property
 * @param {string} value
 * @param {Node} descriptors the descriptors of the at-rule around it, if it has its own
 */
function findInDeclaration(property, value, descriptors) {
  /** @type {string[]} */
  const missing = [];
  const owner = descriptors[property] ?? css.properties[property];
  if (owner && !property.startsWith('--') && !isSupported(owner)) return [property];
  for (const [, name = ''] of value.matchAll(/(?<![\w-])([a-z][\w-]*)\(/g)) {
    const known = cssFunctions.get(name);
    if (known && !known.some(isSupported)) missing.push(`${name}()`);
  }
  for (const [word] of value.matchAll(/(?<![\w#.-])[\w.-]+(?![\w(-])/g)) {
    const keyword = owner && Object.hasOwn(owner, word) ? owner[word] : undefined;
    if (keyword && !isSupported(keyword)) missing.push(`${property}: ${word}`);
    const unit = cssUnits.find(([pattern]) => pattern.test(word))?.[1];
    if (unit && !isSupported(unit)) missing.push(word.replace(/^[\d.]+/, 'unit '));
  }
  return missing;
}

/** @param {string} prelude a selector, or an at-rule */
function findInPrelude(prelude) {
  const [, atRule] = /^@([\w-]+)/.exec(prelude) ?? [];
  if (atRule === 'supports') return [];
  if (atRule) {
    const rule = css['at-rules'][atRule];
    const isKnown = rule && isSupported(rule);
    const features = [...prelude.matchAll(/\(([\w-]+)/g)].map(([, name = '']) => name);
    return [
      ...(rule && !isKnown ? [`@${atRule}`] : []),
      ...features
        .filter((name) => rule && Object.hasOwn(rule, name) && !isSupported(rule[name]))
        .map((name) => `@${atRule} (${name})`),
    ];
  }
  return [...prelude.matchAll(/::?([a-z][\w-]*)/g)]
    .map(([, name = '']) => name)
    .filter((name) => Object.hasOwn(css.selectors, name) && !isSupported(css.selectors[name]))
    .map((name) => `:${name}`);
}

/**
 * Lists the uses of CSS features that a supported browser lacks. `@supports` guards what its
 * condition names, and an earlier declaration of the same property guards its later ones.
 * @param {string} source a style sheet of the build
 * @param {string} file
 */
export function scanStyles(source, file) {
  /** @type {{ feature: string, file: string, line: string }[]} */
  const uses = [];
  const code = source.replace(/\/\*[\s\S]*?\*\//g, '').replace(/"[^"]*"|'[^']*'/g, '""');
  /** @type {{ prelude: string, properties: Set<string> }[]} */
  const blocks = [];
  const report = (/** @type {string[]} */ features, /** @type {string} */ line) => {
    const guards = blocks.map(({ prelude }) => prelude).filter((one) => /^@supports/.test(one));
    for (const feature of features) {
      const name = feature.replace(/[@:()]|^unit /g, '').split(' ')[0] ?? '';
      if (!guards.some((guard) => guard.includes(name))) uses.push({ feature, file, line });
    }
  };
  for (const [, text = '', end] of code.matchAll(
    /((?:[^{};()]|\((?:[^()]|\([^()]*\))*\))*)([{};]|$)/g,
  )) {
    const trimmed = text.trim();
    const block = blocks.at(-1);
    if (end === '{') {
      report(findInPrelude(trimmed), trimmed);
      blocks.push({ prelude: trimmed, properties: new Set() });
      continue;
    }
    const [, property, value = ''] = /^([\w-]+)\s*:\s*([\s\S]*)$/.exec(trimmed) ?? [];
    if (block && property) {
      const atRule = /^@([\w-]+)/.exec(block.prelude)?.[1];
      const descriptors = (atRule && css['at-rules'][atRule]) || {};
      const hasFallback =
        block.properties.has(property) || block.properties.has(`-webkit-${property}`);
      if (!hasFallback) {
        report(findInDeclaration(property, value, descriptors), `${block.prelude} { ${trimmed} }`);
      }
      block.properties.add(property);
    }
    if (end === '}') blocks.pop();
  }
  return uses;
}
