import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { listCssModules, readCssModule } from '../../../scripts/css-modules';

const source = fileURLToPath(new URL('../..', import.meta.url));

const listFiles = (extension: RegExp) =>
  readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => extension.test(file))
    .map((file) => join(source, file));

/** Reads the classes that components use, by the path of their CSS Module. */
function readUsedClasses(): Map<string, Set<string>> {
  const used = new Map(listCssModules().map((file) => [file, new Set<string>()]));
  for (const file of listFiles(/(?<!\.test)\.tsx?$/)) {
    const code = readFileSync(file, 'utf8');
    const imports = code.matchAll(/^import \* as (\w+) from '([^']+\.module\.css)';/gm);
    for (const [, name = '', path = ''] of imports) {
      const classes = used.get(join(dirname(file), path));
      if (!classes) throw new Error(`${file} imports ${path}, which does not exist.`);
      for (const [, className = ''] of code.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))) {
        classes.add(className);
      }
    }
  }
  return used;
}

describe('CSS Modules', () => {
  const used = readUsedClasses();

  test.each(listCssModules().map((file) => [relative(source, file), file]))(
    'every class of %s is used, and every class that is used exists',
    (_, file) => {
      expect([...(used.get(file) ?? [])].sort()).toEqual([...readCssModule(file).classes].sort());
    },
  );

  test('other stylesheets have no classes, which would be global', () => {
    const withClasses = listFiles(/(?<!\.module)\.css$/).filter(
      (file) => readCssModule(file).classes.size > 0,
    );
    expect(withClasses).toEqual([]);
  });
});
