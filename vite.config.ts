import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { demoPictures } from './demo/render-pictures';

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

/** The library's writes and endless lists: its index names them to every page, the admin area uses them. */
const adminOnly =
  /@tanstack\/(react-)?query(-core)?\/.*\/(use)?(mutationObserver|infiniteQueryObserver|Mutation|InfiniteQuery)\.js$/;

/**
 * Puts what a visitor's first page needs into one file: what the entry imports, and what the pages that
 * are read most share with anything else. Split by itself, the bundle comes as 18 files, and on a slow
 * line each six of them cost a way there and back. What one of these pages alone needs stays with it.
 */
function sharedChunk(id: string, graph: Rolldown.ChunkingContext): string | null {
  if (adminOnly.test(id)) return null;
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

/** Height of each drawing, and the room that each gets in the sheet. */
const logoHeight = 56;

/**
 * Draws the clients' logos into one sheet, `pictures/logos.svg#name`: five requests on the way to the
 * first page are one. Without a size of its own, so that each `<img>` keeps the ratio of its attributes.
 */
const logoSheet: Plugin = {
  name: 'logo-sheet',
  applyToEnvironment: (environment) => environment.name === 'client',
  async generateBundle() {
    const folder = fileURLToPath(new URL('public/pictures/logos', import.meta.url));
    const files = (await readdir(folder)).filter((file) => file.endsWith('.svg')).sort();
    const logos = await Promise.all(
      files.map(async (file, index) => {
        const drawing = await readFile(join(folder, file), 'utf8');
        const [, width, content] = /<svg[^>]* width="(\d+)"[^>]*>(.*)<\/svg>/s.exec(drawing) ?? [];
        if (!content) this.error(`${file} is no drawing with a width.`);
        const top = index * logoHeight;
        const view = `<view id="${file.slice(0, -4)}" viewBox="0 ${top} ${width} ${logoHeight}"/>`;
        return `${view}<g transform="translate(0 ${top})">${content}</g>`;
      }),
    );
    this.emitFile({
      type: 'asset',
      fileName: 'pictures/logos.svg',
      source: `<svg xmlns="http://www.w3.org/2000/svg">${logos.join('')}</svg>`,
    });
  },
};

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
  plugins: [react(), serverStaysOnServer, logoSheet, compressedBesideFiles, demoPictures()],
  resolve: {
    alias: {
      // A copy of a hook for Reacts that lack it; wouter brings it.
      'use-sync-external-store/shim/index.js': 'react',
      // See docs/decisions: its `<style>` element is refused by the content-security policy.
      'react-style-singleton': fileURLToPath(new URL('src/ui/style-singleton.ts', import.meta.url)),
    },
  },
  ssr: {
    // One bundle: reading the parts out of their thousand files took a third of the start.
    noExternal: true,
    // What brings binaries or files of its own, and what the first request does not need.
    external: ['libsql', 'sharp', '@aws-sdk/client-s3', '@fastify/swagger-ui', 'nodemailer', 'pg'],
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
