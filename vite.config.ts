import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { demoPictures } from './demo/render-pictures';
import { drawings, findPlacement, spriteSheet } from './src/routes/home/drawings';

const sourceFile = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url));

const entry = sourceFile('app/client.ts');
const hydration = sourceFile('app/hydrate.tsx');
const serverEntries = ['main', 'cli', 'render-picture'].map((name) =>
  sourceFile(`app/${name}.server.ts`),
);
const mainPages = ['home/HomePage', 'talent/TalentPage'].map((page) =>
  sourceFile(`routes/${page}.tsx`),
);

const inquiryPage = sourceFile('routes/inquiry/InquiryPage.tsx');
const leadDialogs = sourceFile('features/leads/public/LeadDialogs.tsx');
/** Pages with a form of their own. */
const otherForms = ['admin/LoginPage', 'schedule/SchedulePage'].map((page) =>
  sourceFile(`routes/${page}.tsx`),
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

/** The admin area's way to read and write; paying uses it as well. */
const querying = /\/@tanstack\/(react-)?query(-core)?\/|\/src\/lib\/QueryProvider\.tsx$/;

/** Where a visitor comes from and what they agreed to: small, and read together. */
const visit =
  /\/analytics\/(attribution\/(touch|attribution-store|get-reportable-attribution)|consent\/consent(-store)?)\.ts$/;

/** A module and all that import it, at first or second hand. */
function usersOf(id: string, graph: Rolldown.ChunkingContext): Set<string> {
  const users = new Set<string>();
  const visit = (module: string) => {
    if (users.has(module)) return;
    users.add(module);
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) visit(importer);
  };
  visit(id);
  return users;
}

/** The bundler's own: what loads a file, and what joins modules of two kinds. */
const bundlersOwn = ['\0vite/preload-helper.js', '\0rolldown/runtime.js'];

/** Puts what runs before the first paint into the entry's file. */
const startChunk = (id: string, graph: Rolldown.ChunkingContext): string | null =>
  bundlersOwn.includes(id) || usersOf(id, graph).has(entry) ? 'start' : null;

/**
 * Puts what a visitor's first page needs into one file: what makes it live, and what the pages that are
 * read most share with anything else. Split by itself, the bundle comes as 18 files, and on a slow line
 * each six of them cost a way there and back. What one of these pages alone needs stays with it.
 */
function sharedChunk(id: string, graph: Rolldown.ChunkingContext): string | null {
  const users = usersOf(id, graph);
  if (users.has(hydration)) return 'site';
  const loadedLater = [...users].filter(
    (user) => graph.getModuleInfo(user)?.dynamicImporters.length,
  );
  return loadedLater.length > 1 && mainPages.some((page) => users.has(page)) ? 'site' : null;
}

/**
 * Puts what the server starts with, and what it renders the main pages with, into one file: each more
 * costs a millisecond. What the owner's commands need as well is the other, and what renders a picture,
 * in a process that is started for each, a small third.
 */
function serverChunk(id: string, graph: Rolldown.ChunkingContext): string | null {
  if (serverEntries.includes(id)) return null;
  const users = usersOf(id, graph);
  const [server, commands, rendering] = serverEntries.map((one) => users.has(one));
  if (rendering) return 'rendering';
  if (server) return commands ? 'base' : 'server';
  return !commands && mainPages.some((page) => users.has(page)) ? 'server' : null;
}

/**
 * Puts what the inquiry page shares with the lead form's dialog into one file, too: it came as nine.
 * What other forms need of it is a file apart.
 */
function formChunk(id: string, graph: Rolldown.ChunkingContext): string | null {
  const users = usersOf(id, graph);
  if (!users.has(inquiryPage) || id === inquiryPage) return null;
  if (otherForms.some((page) => users.has(page))) return 'fields';
  return users.has(leadDialogs) ? 'lead' : null;
}

/**
 * Draws the first view's drawings into one sheet, one below the other: nine requests on the way to the
 * first page are one.
 */
const firstViewSheet: Plugin = {
  name: 'first-view-sheet',
  applyToEnvironment: (environment) => environment.name === 'client',
  async generateBundle() {
    const places = drawings.map(async ({ name, file, width, height, color }) => {
      const path = fileURLToPath(new URL(`public/pictures/${file}.svg`, import.meta.url));
      const [, box = '', content] =
        /<svg[^>]* viewBox="([^"]+)"[^>]*>(.*)<\/svg>/s.exec(await readFile(path, 'utf8')) ?? [];
      if (!content || !box.endsWith(` ${width} ${height}`)) {
        this.error(`${path} is no drawing of ${width} by ${height}.`);
      }
      const { top } = findPlacement(name);
      // Each has its own "a" to refer to.
      const own = content.replace(/(id="|url\(#)(\w)/g, `$1${name}-$2`);
      const drawnIn = color ? ` color="${color}"` : '';
      return `<svg y="${top}" width="${width}" height="${height}" viewBox="${box}"${drawnIn}>${own}</svg>`;
    });
    const size = `width="${spriteSheet.width}" height="${spriteSheet.height}"`;
    this.emitFile({
      type: 'asset',
      fileName: spriteSheet.file,
      source: `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${(await Promise.all(places)).join('')}</svg>`,
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

/** What renders to text, of the two renderers that `react-dom/server` brings. */
const rendererAlone = {
  find: /^react-dom\/server$/,
  replacement: fileURLToPath(
    new URL(
      'node_modules/react-dom/cjs/react-dom-server-legacy.node.production.js',
      import.meta.url,
    ),
  ),
};

/** `vite build` makes the browser's files, `vite build --ssr` the server's one bundle. */
export default defineConfig(({ isSsrBuild, mode }) => ({
  plugins: [react(), serverStaysOnServer, firstViewSheet, compressedBesideFiles, demoPictures()],
  resolve: {
    alias: [
      // A copy of a hook for Reacts that lack it; wouter brings it.
      { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
      // See docs/decisions: its `<style>` element is refused by the content-security policy.
      { find: 'react-style-singleton', replacement: sourceFile('ui/style-singleton.ts') },
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: sourceFile('ui/lucide-icon.ts') },
      ...(isSsrBuild && mode === 'production' ? [rendererAlone] : []),
    ],
  },
  // Without it both of React's builds are in the bundle, and the choice is made at every start.
  define:
    isSsrBuild && mode === 'production' ? { 'process.env.NODE_ENV': '"production"' } : undefined,
  ssr: {
    // One bundle: reading the parts out of their thousand files took a third of the start.
    noExternal: true,
    // What brings binaries or files of its own, and what the first request does not need.
    external: [
      ...['libsql', 'sharp', '@aws-sdk/client-s3', '@fastify/swagger-ui', 'nodemailer', 'pg'],
      ...['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler'],
    ],
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
            'operate.server': 'src/app/cli.server.ts',
            'render-picture.server': 'src/app/render-picture.server.ts',
          },
          output: {
            codeSplitting: { groups: [{ name: serverChunk, debugName: 'server' }] },
            // In ASCII alone V8 reads it a third faster. Names and lines stay, for stack traces.
            minify: {
              compress: false,
              mangle: false,
              codegen: { removeWhitespace: false, asciiOnly: true },
            },
            comments: false,
          },
        },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        target: 'es2022',
        assetsInlineLimit: 0,
        rollupOptions: {
          input: 'src/app/client.ts',
          output: {
            // Eight characters by default; the preload lists of the first page name 80 files.
            entryFileNames: 'assets/[name]-[hash:6].js',
            chunkFileNames: 'assets/[name]-[hash:6].js',
            assetFileNames: 'assets/[name]-[hash:6][extname]',
            codeSplitting: {
              groups: [
                { name: startChunk, debugName: 'start', priority: 2 },
                { name: sharedChunk, debugName: 'site', priority: 1 },
                { name: formChunk, debugName: 'forms' },
                { name: 'query', test: querying },
                { name: 'visit', test: visit },
              ],
            },
          },
        },
      },
}));
