import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from 'vite';

/** The tags of a document's head that load a page's styles and script. */
export interface PageAssets {
  styles: readonly string[];
  scripts: readonly string[];
}

/** The browser's entry, as in the build's manifest. */
const entryKey = 'src/app/client.ts';

/** Finds the assets of a page by the files of its components. */
export type FindPageAssets = (files: readonly string[]) => PageAssets | Promise<PageAssets>;

/**
 * Looks up the files that a page needs in the build's manifest.
 * @param clientDir the folder of the browser bundle; without a build in it, pages have no scripts
 *   and styles
 */
export function createPageAssetLookup(clientDir: string): FindPageAssets {
  const file = join(clientDir, '.vite/manifest.json');
  const manifest: Manifest = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const entry = manifest[entryKey]?.file;

  /** Imported chunks come before their importer, so that the importer's styles override theirs. */
  function collect(key: string, orderedKeys: string[], visited: Set<string>): void {
    if (visited.has(key) || !manifest[key]) return;
    visited.add(key);
    for (const imported of manifest[key].imports ?? []) collect(imported, orderedKeys, visited);
    orderedKeys.push(key);
  }

  return (files) => {
    for (const file of files) {
      if (entry && !manifest[file]) throw new Error(`The build has no page ${file}.`);
    }
    const keys: string[] = [];
    const visited = new Set<string>();
    for (const key of [entryKey, ...files]) collect(key, keys, visited);
    const chunks = keys.flatMap((key) => manifest[key] ?? []);
    const styles = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))];
    return {
      styles: styles.map((path) => `<link rel="stylesheet" href="/${path}">`),
      // Low priority, after the styles. It imports the other scripts itself, once the page is
      // painted.
      scripts: entry ? [`<script type="module" src="/${entry}" fetchpriority="low"></script>`] : [],
    };
  };
}
