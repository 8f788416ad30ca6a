import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Manifest } from 'vite';

/** The files of the browser bundle that a page starts with, as addresses. */
export interface PageAssets {
  entry: string | undefined;
  styles: string[];
}

/**
 * Looks up, in the build's manifest, what each page needs.
 * @param clientDir the folder of the browser bundle; when it holds no build, pages come without it
 */
export function createPageAssetLookup(clientDir: string): (pageFile: string) => PageAssets {
  const file = join(clientDir, '.vite/manifest.json');
  const manifest: Manifest = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const entryKey = Object.keys(manifest).find((key) => manifest[key]?.isEntry);

  /** What is imported goes before what imports it: of two rules alike the importer's styles count. */
  function collect(key: string | undefined, orderedKeys: string[], visited: Set<string>): void {
    if (key === undefined || visited.has(key) || !manifest[key]) return;
    visited.add(key);
    for (const imported of manifest[key].imports ?? []) collect(imported, orderedKeys, visited);
    orderedKeys.push(key);
  }

  return (pageFile) => {
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
