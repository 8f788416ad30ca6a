import { existsSync, mkdirSync, readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTestFolder } from '../support/test-resources';

/** Exports of the build script, which is JavaScript because it runs before anything is installed. */
interface BuildScript {
  draftFolders: (root: string) => { client: string; server: string };
  swapIn: (root: string, fingerprint: string, now: number) => void;
}

const { draftFolders, swapIn }: BuildScript = await import(
  new URL('../../scripts/built.mjs', import.meta.url).href
);

const day = 24 * 3_600_000;
const start = Date.parse('2026-03-02T09:00:00Z');

/** Creates a folder in which builds of the given browser files can be swapped in. */
function createBuildFolder() {
  const root = createTestFolder();
  return {
    build(names: readonly string[], now: number, bytes?: number) {
      const { client, server } = draftFolders(root);
      mkdirSync(join(client, 'assets'), { recursive: true });
      mkdirSync(server, { recursive: true });
      for (const name of names) {
        writeFileSync(join(client, 'assets', name), name);
        // A sparse file, which takes no disk space.
        if (bytes !== undefined) truncateSync(join(client, 'assets', name), bytes);
      }
      swapIn(root, 'fingerprint', now);
    },
    assets: () => readdirSync(join(root, 'dist/client/assets')).sort(),
    overwriteManifest: (content: string) =>
      writeFileSync(join(root, 'dist/earlier-assets.json'), content),
    has: (path: string) => existsSync(join(root, path)),
  };
}

describe('build with assets of earlier builds', () => {
  it('keeps hashed files for a week after the build that replaced them', () => {
    const { build, assets } = createBuildFolder();
    build(['start-1.js', 'same.js'], start);
    // Files are kept for a week after they were replaced, however old they are.
    build(['start-2.js', 'same.js'], start + 30 * day);
    expect(assets()).toEqual(['same.js', 'start-1.js', 'start-2.js']);
    build(['start-3.js', 'same.js'], start + 36 * day);
    expect(assets()).toEqual(['same.js', 'start-1.js', 'start-2.js', 'start-3.js']);
    build(['start-4.js', 'same.js'], start + 38 * day);
    expect(assets()).toEqual(['same.js', 'start-2.js', 'start-3.js', 'start-4.js']);
  });

  it('treats a file that a later build emits again as current', () => {
    const { build, assets } = createBuildFolder();
    build(['a.js'], start);
    build(['b.js'], start + day);
    build(['a.js'], start + 2 * day);
    build(['c.js'], start + 20 * day);
    expect(assets()).toEqual(['a.js', 'c.js']);
  });

  it('keeps at most 200 MB of earlier files and deletes the oldest first', () => {
    const { build, assets } = createBuildFolder();
    for (let release = 0; release < 6; release += 1) {
      build([`start-${release}.js`], start + release * 1_000, 60_000_000);
    }
    expect(assets()).toEqual(['start-2.js', 'start-3.js', 'start-4.js', 'start-5.js']);
  });

  for (const [state, content] of [
    ['empty', ''],
    ['cut off', '{"start-1.js":"2026-03'],
    ['no object', 'null'],
    ['without dates', '{"start-1.js":"soon"}'],
  ] as const) {
    it(`finishes when earlier-assets.json is ${state}, and keeps the existing files for a week`, () => {
      const { build, assets, has, overwriteManifest } = createBuildFolder();
      build(['start-1.js'], start);
      build(['start-2.js'], start + day);
      overwriteManifest(content);
      build(['start-3.js'], start + 2 * day);
      expect(assets()).toEqual(['start-1.js', 'start-2.js', 'start-3.js']);
      expect(has('dist/built-from')).toBe(true);
      build(['start-4.js'], start + 20 * day);
      expect(assets()).toEqual(['start-3.js', 'start-4.js']);
    });
  }
});
