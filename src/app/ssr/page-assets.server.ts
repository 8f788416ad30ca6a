import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from 'vite';

/** The tags of a document's head that load a page's styles and script. */
export type PageAssets = readonly string[];

/** Finds the assets of a page by its component's file. */
export type FindPageAssets = (pageFile: string) => PageAssets | Promise<PageAssets>;

/**
 * Looks up the files that a page needs in the build's manifest.
 * @param clientDir the folder of the browser bundle; without a build in it, pages have no scripts
 *   and styles
 */
export function createPageAssetLookup(clientDir: string): FindPageAssets {
  const file = join(clientDir, '.vite/manifest.json');
  const manifest: Manifest = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const entryKey = Object.keys(manifest).find((key) => manifest[key]?.isEntry);

  /** Imported chunks come before their importer, so that the importer's styles override theirs. */
  function collect(key: string | undefined, orderedKeys: string[], visited: Set<string>): void {
    if (key === undefined || visited.has(key) || !manifest[key]) return;
    visited.add(key);
    for (const imported of manifest[key].imports ?? []) collect(imported, orderedKeys, visited);
    orderedKeys.push(key);
  }

  return (pageFile) => {
    if (entryKey && !manifest[pageFile]) throw new Error(`The build has no page ${pageFile}.`);
    const keys: string[] = [];
    const visited = new Set<string>();
    collect(entryKey, keys, visited);
    collect(pageFile, keys, visited);
    const chunks = keys.flatMap((key) => manifest[key] ?? []);
    const entry = entryKey && manifest[entryKey]?.file;
    const styles = [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))];
    return [
      ...styles.map((path) => `<link rel="stylesheet" href="/${path}">`),
      // Low priority, after the styles. It imports the other scripts itself, once the page is
      // painted.
      ...(entry ? [`<script type="module" src="/${entry}" fetchpriority="low"></script>`] : []),
    ];
  };
}
