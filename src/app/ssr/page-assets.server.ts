import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from 'vite';

/** The URL paths of the browser bundle's files that a page starts with. */
export interface PageAssets {
  entry: string | undefined;
  styles: string[];
}

/**
 * Looks up the files that a page needs in the build's manifest.
 * @param clientDir the folder of the browser bundle; without a build in it, pages have no scripts and styles
 */
export function createPageAssetLookup(clientDir: string): (pageFile: string) => PageAssets {
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
    return {
      entry: entry && `/${entry}`,
      styles: [...new Set(chunks.flatMap((chunk) => chunk.css ?? []))].map((path) => `/${path}`),
    };
  };
}
