import { brotliCompressSync } from 'node:zlib';
import { build, type Rolldown } from 'vite';

const entry = 'virtual:react-alone';

/** A page that is React and nothing else. */
const source = `
import { createElement, StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
hydrateRoot(document, createElement(StrictMode));
`;

/** Bytes, in brotli, of React and ReactDOM bundled as the site is: the floor of any React page. */
export async function bytesOfReactAlone(): Promise<number> {
  const result = (await build({
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    // Said here too: whoever calls may be a program in development itself, and the mode gives way to that.
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [
      {
        name: 'react-alone',
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
