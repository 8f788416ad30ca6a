import { parseSync } from 'vite';
import { isSupported } from './compat-data.mjs';
import {
  commonMembers,
  events,
  findGlobal,
  findStaticMember,
  members,
} from './script-features.mjs';

/** @typedef {import('./compat-data.mjs').Node} Node */

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
export function collectDeclaredNames(program) {
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
