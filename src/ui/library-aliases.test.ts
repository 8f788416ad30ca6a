import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';

const readPackageFile = (path: string) =>
  readFile(new URL(`../../node_modules/${path}`, import.meta.url), 'utf8');

/**
 * The build replaces these imports inside libraries (`resolve.alias` and `removeRouteParser` in
 * vite.config.ts). An alias that no longer matches fails silently: the content security policy then
 * blocks the scroll lock's styles, or the first page loads more JavaScript.
 */
describe('library imports that vite.config.ts replaces', () => {
  test.each([
    'react-remove-scroll/dist/es2015/SideEffect.js',
    'react-remove-scroll-bar/dist/es2015/component.js',
  ])('%s imports only styleSingleton from react-style-singleton', async (path) => {
    expect(await readPackageFile(path)).toContain(
      "import { styleSingleton } from 'react-style-singleton';",
    );
  });

  test('an icon of lucide-react passes its data to createLucideIcon from ../createLucideIcon.mjs', async () => {
    const icon = await readPackageFile('lucide-react/dist/esm/icons/check.mjs');
    expect(icon).toContain("import createLucideIcon from '../createLucideIcon.mjs';");
    expect(icon).toContain('node: [["path", { d: ');
    expect(icon).toContain('createLucideIcon(__iconData)');
  });

  test('wouter re-exports only useSyncExternalStore from use-sync-external-store/shim', async () => {
    expect(await readPackageFile('wouter/src/use-sync-external-store.js')).toBe(
      'export { useSyncExternalStore } from "use-sync-external-store/shim/index.js";\n',
    );
  });

  test('wouter imports only its parser of route patterns from regexparam', async () => {
    expect(await readPackageFile('wouter/src/index.js')).toContain(
      'import { parse as parsePattern } from "regexparam";',
    );
  });
});
