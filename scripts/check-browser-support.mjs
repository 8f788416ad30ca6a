import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { relative } from 'node:path';
import { build, parseSync } from 'vite';
import { acceptedFeatures } from './accepted-features.mjs';

/**
 * A node of MDN's compatibility data, or of a syntax tree.
 * @typedef {Record<string, any>} Node
 */

/** @type {Node} */
const data = createRequire(import.meta.url)('@mdn/browser-compat-data');

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
function isSupported(feature) {
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
function indexByName(root, toName, depth) {
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

const { builtins } = data.javascript;

/** Members of all interfaces and built-in objects, because the type of an object is not known. */
const members = indexByName(
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

const commonMembers = indexByName(
  {
    api: Object.fromEntries(commonInterfaces.map((name) => [name, data.api[name]])),
    builtins,
  },
  (key) => key,
  3,
);

const events = indexByName(data.api, (key) => /^(.+)_event$/.exec(key)?.[1], 2);

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
const findGlobal = (name) => {
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
function findStaticMember(object, member) {
  const owner = data.api[globalObjects[object] ?? object] ?? builtins[object];
  if (!owner) return [];
  const key = [`${member}_static`, member].find((name) => Object.hasOwn(owner, name));
  return key ? [owner[key]] : [];
}

/**
 * Calls back for each node of a syntax tree, with its ancestors, nearest last.
 * @param {Node} node
 * @param {(node: Node, ancestors: Node[]) => void} visit
 * @param {Node[]} ancestors
 */
function walk(node, visit, ancestors = []) {
  visit(node, ancestors);
  const path = [...ancestors, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (child && typeof child.type === 'string') walk(child, visit, path);
    }
  }
}

/** @param {Node} program @returns {Set<string>} the names that the program declares anywhere */
function collectDeclaredNames(program) {
  /** @type {Set<string>} */
  const names = new Set();
  const declare = (/** @type {Node | null} */ pattern) => {
    if (!pattern) return;
    if (pattern.type === 'Identifier') names.add(pattern.name);
    for (const part of [pattern.left, pattern.argument, pattern.value]) {
      if (part && pattern.type !== 'MemberExpression') declare(part);
    }
    for (const part of pattern.elements ?? pattern.properties ?? []) declare(part);
  };
  walk(program, (node) => {
    if (/^(Variable|Function|Class)/.test(node.type) && node.id) declare(node.id);
    if (/Function/.test(node.type)) for (const param of node.params) declare(param);
    if (/^Import.*Specifier$/.test(node.type)) declare(node.local);
    if (node.type === 'CatchClause') declare(node.param);
  });
  return names;
}

/** Whether a text mentions a name. */
const mentions = (/** @type {string} */ text, /** @type {string} */ name) =>
  new RegExp(`(?<![\\w$])${name.replace(/\$/g, '\\$')}(?![\\w$])`).test(text);

/**
 * Returns whether the code tests for a feature where it uses it: the use is itself a test
 * (`typeof x`, `x?.()`, `if (x)`), or a condition around it mentions the feature.
 * @param {string} code
 * @param {string} name
 * @param {Node} use
 * @param {Node[]} ancestors
 */
function isGuarded(code, name, use, ancestors) {
  let child = use;
  for (const parent of ancestors.toReversed()) {
    const condition = parent.test ?? (parent.type === 'LogicalExpression' ? parent.left : null);
    if (child === use) {
      if (/^(Unary|Binary)Expression$/.test(parent.type) || condition === use) return true;
      if (parent.optional && (parent.callee === use || parent.object === use)) return true;
    }
    if (
      condition &&
      condition !== child &&
      mentions(code.slice(condition.start, condition.end), name)
    )
      return true;
    if (/Function/.test(parent.type)) return false;
    child = parent;
  }
  return false;
}

/**
 * Lists the uses of JavaScript features that a supported browser lacks.
 * @param {string} code a module as it is in the build, not minified
 * @param {string} file
 * @param {ReadonlySet<string>} declared the names that are not global
 */
export function scanScript(code, file, declared = new Set()) {
  const { program } = parseSync('chunk.js', code);
  /** @type {{ feature: string, file: string, line: string }[]} */
  const uses = [];

  const isPackage = file.includes('node_modules/');
  const report = (
    /** @type {string} */ feature,
    /** @type {string} */ name,
    /** @type {Node} */ use,
    /** @type {Node[]} */ ancestors,
  ) => {
    if (isGuarded(code, name, use, ancestors)) return;
    // A package may test once for all its uses.
    if (isPackage && new RegExp(`typeof (\\w+\\.)?${name}\\b|["'\`]${name}["'\`] in `).test(code))
      return;
    const start = code.lastIndexOf('\n', use.start) + 1;
    const line = code.slice(start, code.indexOf('\n', use.end)).split('\n', 1)[0] ?? '';
    uses.push({ feature, file, line: line.trim() });
  };
  const isMissing = (/** @type {Node[]} */ features) =>
    features.length > 0 && !features.some(isSupported);

  walk(program, (node, ancestors) => {
    const parent = ancestors.at(-1) ?? {};
    if (node.type === 'Identifier') {
      const isName =
        (parent.type === 'MemberExpression' && parent.property === node && !parent.computed) ||
        (/Property|Method/.test(parent.type) && parent.key === node && !parent.shorthand);
      if (isName || declared.has(node.name)) return;
      const feature = findGlobal(node.name);
      if (feature && isMissing([feature])) report(node.name, node.name, node, ancestors);
      return;
    }
    if (node.type === 'MemberExpression' && !node.computed) {
      const { object, property } = node;
      const isGlobal = object.type === 'Identifier' && !declared.has(object.name);
      const found = isGlobal ? findStaticMember(object.name, property.name) : [];
      const features =
        found.length > 0
          ? found
          : commonMembers.has(property.name)
            ? (members.get(property.name) ?? [])
            : [];
      if (parent.type === 'AssignmentExpression' && parent.left === node) return;
      // Many objects have fields of the same names, and reading a missing one is harmless.
      if (found.length === 0 && parent.callee !== node) return;
      if (isMissing(features)) {
        const name = isGlobal ? `${object.name}.${property.name}` : `.${property.name}`;
        report(name, property.name, node, ancestors);
      }
      return;
    }
    if (node.type === 'CallExpression' && node.callee.property?.name === 'addEventListener') {
      const name = node.arguments[0]?.value;
      if (typeof name === 'string' && isMissing(events.get(name) ?? [])) {
        report(`event ${name}`, `on${name}`, node, ancestors);
      }
    }
  });
  return uses;
}

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

/**
 * Prints each use of a feature that a declared browser lacks and that the code does not test for.
 * Scans what a build ships to browsers, packages included, against MDN's compatibility data.
 * @returns {Promise<boolean>} whether there are none
 */
export async function checkBrowserSupport() {
  const result = await build({
    logLevel: 'error',
    build: { write: false, minify: false, cssMinify: 'lightningcss' },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  const uses = outputs.flatMap((output) => {
    if (output.type === 'chunk') {
      // Together with the modules: constants that the build inlines are not in the chunk.
      const codes = [output.code, ...Object.values(output.modules).map(({ code }) => code ?? '')];
      const declared = new Set(
        codes.flatMap((code) => [...collectDeclaredNames(parseSync('chunk.js', code).program)]),
      );
      return Object.entries(output.modules).flatMap(([id, { code }]) =>
        code === null ? [] : scanScript(code, relative('.', id), declared),
      );
    }
    if (!output.fileName.endsWith('.css')) return [];
    return scanStyles(String(output.source), output.fileName);
  });
  const problems = uses.filter(
    ({ feature, file }) =>
      !acceptedFeatures.some(
        (accepted) => accepted.feature.test(feature) && file.includes(accepted.in ?? ''),
      ),
  );
  for (const { feature, file, line } of problems) {
    console.error(`${file}: ${feature} is missing in a supported browser: ${line.slice(0, 160)}`);
  }
  return problems.length === 0;
}
