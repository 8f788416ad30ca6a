import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const sourceFile = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

const entry = sourceFile('app/client.tsx');
const mainPages = ['home/HomePage', 'talent/TalentPage'].map((page) =>
  sourceFile(`pages/${page}.tsx`),
);

/** Fails the build when browser code reaches server code, naming both files. */
const serverStaysOnServer: Plugin = {
  name: 'server-stays-on-server',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  resolveId(source, importer) {
    if (/\.server(\.tsx?)?$/.test(source)) {
      this.error(`${importer ?? 'An entry'} is browser code and reaches ${source}.`);
    }
    return null;
  },
};

/**
 * Puts what a visitor's first page needs into one file: what the entry imports, and what the pages that
 * are read most share with anything else. Split by itself, the bundle comes as 18 files, and on a slow
 * line each six of them cost a way there and back. What one of these pages alone needs stays with it.
 */
function sharedChunk(id: string, graph: Rolldown.ChunkingContext): string | null {
  const users = new Set<string>();
  const visit = (module: string) => {
    if (users.has(module)) return;
    users.add(module);
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) visit(importer);
  };
  visit(id);
  if (users.has(entry)) return 'site';
  const loadedLater = [...users].filter(
    (user) => graph.getModuleInfo(user)?.dynamicImporters.length,
  );
  return loadedLater.length > 1 && mainPages.some((page) => users.has(page)) ? 'site' : null;
}

const compressible = /\.(js|css|svg|json|txt|ico)$/;

/** Lays brotli and gzip beside each file, so that the server never compresses one. */
const compressedBesideFiles: Plugin = {
  name: 'compressed-beside-files',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    if (this.environment.name !== 'client' || this.environment.config.mode !== 'production') return;
    const brotli = promisify(brotliCompress);
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const file = join(parentPath, name);
        const content = await readFile(file);
        const size = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
        const forms = [
          ['br', await brotli(content, size)],
          ['gz', await promisify(gzip)(content, { level: 9 })],
        ] as const;
        for (const [ending, form] of forms) {
          if (form.length < content.length) await writeFile(`${file}.${ending}`, form);
        }
      }),
    );
  },
};

/** `vite build` makes the browser's files, `vite build --ssr` the server's one bundle. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), serverStaysOnServer, compressedBesideFiles],
  resolve: {
    alias: {
      // See docs/decisions: its `<style>` element is refused by the content-security policy.
      'react-style-singleton': fileURLToPath(new URL('src/ui/style-singleton.ts', import.meta.url)),
    },
  },
  publicDir: isSsrBuild ? false : 'public',
  build: isSsrBuild
    ? {
        outDir: 'dist/server',
        target: 'node20',
        sourcemap: true,
        rollupOptions: {
          input: {
            'main.server': 'src/app/main.server.ts',
            'operate.server': 'src/app/operate.server.ts',
          },
        },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        target: 'es2022',
        assetsInlineLimit: 0,
        rollupOptions: {
          input: 'src/app/client.tsx',
          output: { codeSplitting: { groups: [{ name: sharedChunk, debugName: 'site' }] } },
        },
      },
}));
