import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

const entry = 'virtual:react-baseline';

/** A page with React and nothing else. */
const source = `
import { createElement, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
hydrateRoot(document, createElement(StrictMode));
`;

/**
 * Bundles React and ReactDOM as the site does.
 * @returns the size with Brotli, in bytes, which is the minimum of any React page
 */
export async function measureReactBaseline(): Promise<number> {
  const result = (await build({
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    // Vite's `mode` alone is not enough: the NODE_ENV of the calling process would override it.
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'react-baseline',
        resolveId: (id) => (id === entry ? `\0${id}` : null),
        load: (id) => (id === `\0${entry}` ? source : null),
      },
    ],
    build: { write: false, target: 'es2022', rollupOptions: { input: entry } },
  })) as Rolldown.RolldownOutput;
  return result.output.reduce(
    (sum, file) => sum + (file.type === 'chunk' ? brotliCompressSync(file.code).length : 0),
    0,
  );
}
