import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CSSModulesOptions, Plugin } from 'vite';

const source = fileURLToPath(new URL('../src', import.meta.url));

const suffix = '.module.css';

/** Lists the CSS Modules of `src`, with their paths. */
export function listCssModules(): string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith(suffix)).map((file) => join(source, file));
}

/** Reads the classes and the animations that a CSS Module exports. */
export function readCssModule(file: string): { classes: Set<string>; animations: Set<string> } {
  const code = readFileSync(file, 'utf8').replace(/\/\*.*?\*\/|"[^"]*"|url\([^)]*\)/gs, '');
  const find = (pattern: RegExp) =>
    new Set([...code.matchAll(pattern)].map(([, name = '']) => name));
  return { classes: find(/\.([a-z]\w*)/gi), animations: find(/@keyframes (\w+)/g) };
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const characters = `${letters}0123456789_-`;

/** Yields short class names: `a` to `Z`, then `aa`, `ab` and so on. */
function* generateShortNames(): Generator<string, never> {
  let names = [...letters];
  while (true) {
    // Ad blockers hide elements with a class like "ad".
    yield* names.filter((name) => !/^ads?$/i.test(name));
    names = names.flatMap((name) => [...characters].map((character) => name + character));
  }
}

/**
 * Numbers the names of all CSS Modules, so that they take one or two characters: the default, a name
 * and a hash, made the first page's HTML, scripts and styles larger. The browser and the server
 * build read the same files and so number them alike.
 */
function numberNames(): Map<string, string> {
  // In reverse, because the primitives of `src/ui` appear most: they get the one-letter names.
  const files = listCssModules()
    .map((file) => relative(source, file).replaceAll(sep, '/'))
    .sort()
    .reverse();
  const shortNames = generateShortNames();
  return new Map(
    files.flatMap((file) => {
      const { classes, animations } = readCssModule(join(source, file));
      return [...new Set([...classes, ...animations])].map(
        (name) => [`${file} ${name}`, shortNames.next().value] as const,
      );
    }),
  );
}

/**
 * Class names of CSS Modules.
 * @param isBuild short names for the build; in development they say file and class
 */
export function nameCssModules(isBuild: boolean): CSSModulesOptions {
  const shortNames = isBuild ? numberNames() : undefined;
  return {
    generateScopedName(name, path) {
      const [file = ''] = path.split('?');
      if (!shortNames) return `${basename(file, suffix)}_${name}`;
      const shortName = shortNames.get(`${relative(source, file).replaceAll(sep, '/')} ${name}`);
      if (!shortName) throw new Error(`${file} exports ${name}, which was not there at the start.`);
      return shortName;
    },
  };
}

/**
 * Keeps the styles of CSS Modules whose class names are all inlined. The bundler takes such a module
 * for unused, and would leave out its styles.
 */
export const keepInlinedCssModules: Plugin = {
  name: 'keep-inlined-css-modules',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    return id.endsWith(suffix) ? { code, map: null, moduleSideEffects: 'no-treeshake' } : null;
  },
};
