import { describe, expect, test } from 'vitest';

interface Use {
  feature: string;
}

const load = (name: string) =>
  import(new URL(`../../scripts/browser-support/${name}.mjs`, import.meta.url).href);
const { scanScript }: { scanScript: (code: string, file: string) => Use[] } =
  await load('scan-script');
const { scanStyles }: { scanStyles: (source: string, file: string) => Use[] } =
  await load('scan-styles');

const listFeatures = (uses: Use[]) => uses.map(({ feature }) => feature);

describe('check of browser support', () => {
  test.each([
    ['URL.parse(text)', 'URL.parse'],
    ['URL.canParse(text) && open()', 'URL.canParse'],
    ['requestIdleCallback(run)', 'requestIdleCallback'],
    ['Promise.withResolvers()', 'Promise.withResolvers'],
    ['AbortSignal.any([signal])', 'AbortSignal.any'],
    ['one.union(other)', 'one.union'],
    ['document.startViewTransition(run)', 'document.startViewTransition'],
    ['element.addEventListener("scrollend", run)', 'event scrollend'],
    ['if (isReady) URL.parse(text)', 'URL.parse'],
  ])('rejects %s', (code, feature) => {
    expect(listFeatures(scanScript(code, 'src/x.ts'))).toEqual([feature]);
  });

  test.each([
    'items.toSorted()',
    'URL.parse?.(text)',
    "if ('parse' in URL) URL.parse(text)",
    "typeof requestIdleCallback === 'undefined' ? run() : requestIdleCallback(run)",
    'if (document.startViewTransition) document.startViewTransition(run)',
  ])('accepts %s', (code) => {
    expect(scanScript(code, 'src/x.ts')).toEqual([]);
  });

  test.each([
    ['a:has(b) { color: red }', ':has'],
    ['a { color: light-dark(red, blue) }', 'light-dark()'],
    ['a { field-sizing: content }', 'field-sizing'],
    ['@starting-style { a { opacity: 0 } }', '@starting-style'],
    ['@media (scripting: none) { a { color: red } }', '@media (scripting)'],
  ])('rejects %s', (source, feature) => {
    expect(listFeatures(scanStyles(source, 'x.css'))).toEqual([feature]);
  });

  test.each([
    '@supports selector(:has(*)) { a:has(b) { color: red } }',
    '@supports (field-sizing: content) { a { field-sizing: content } }',
    'a { color: red; color: light-dark(red, blue) }',
    'a { height: 100dvh; inset: 0; background: color-mix(in oklab, red, blue) }',
  ])('accepts %s', (source) => {
    expect(scanStyles(source, 'x.css')).toEqual([]);
  });
});
