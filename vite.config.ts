import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { demoPictures } from './demo/render-pictures';
import packageJson from './package.json' with { type: 'json' };
import { keepInlinedCssModules, nameCssModules } from './scripts/css-modules';
import runtimePackages from './scripts/runtime-packages.json';
import { drawings, findPlacement, spriteSheet } from './src/routes/home/drawings';

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const resolveSource = (path: string) => resolvePath(`src/${path}`);

/** Fails the build when browser code imports server code, and names both files. */
const rejectServerImports: Plugin = {
  name: 'reject-server-imports',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  resolveId(source, importer) {
    if (/\.server(\.tsx?)?$/.test(source)) {
      this.error(`${importer ?? 'An entry'} is browser code and imports ${source}.`);
    }
    return null;
  },
};

/**
 * Stacks the drawings of the home page's first view in one SVG: one request before the first paint
 * instead of nine.
 */
async function drawSpriteSheet(): Promise<string> {
  const placed = drawings.map(async ({ name, file, width, height, color }) => {
    const path = resolvePath(`public/pictures/${file}.svg`);
    const [, box = '', content] =
      /<svg[^>]* viewBox="([^"]+)"[^>]*>(.*)<\/svg>/s.exec(await readFile(path, 'utf8')) ?? [];
    if (!content || !box.endsWith(` ${width} ${height}`)) {
      throw new Error(`${path} is not a drawing of ${width} by ${height}.`);
    }
    const { top } = findPlacement(name);
    // Each drawing has ids like "a": the prefix makes them unique in the sheet.
    const uniqueContent = content.replace(/(id="|url\(#)(\w)/g, `$1${name}-$2`);
    const colorAttribute = color ? ` color="${color}"` : '';
    return `<svg y="${top}" width="${width}" height="${height}" viewBox="${box}"${colorAttribute}>${uniqueContent}</svg>`;
  });
  const size = `width="${spriteSheet.width}" height="${spriteSheet.height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${(await Promise.all(placed)).join('')}</svg>`;
}

/** Adds the sprite sheet to the browser build, and serves it in development. */
const emitSpriteSheet: Plugin = {
  name: 'emit-sprite-sheet',
  applyToEnvironment: (environment) => environment.name === 'client',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: spriteSheet.file, source: await drawSpriteSheet() });
  },
  configureServer(server) {
    server.middlewares.use(`/${spriteSheet.file}`, async (_request, response) => {
      response.setHeader('Content-Type', 'image/svg+xml').end(await drawSpriteSheet());
    });
  },
};

/**
 * Removes the keys of Lucide's shapes. `src/ui/lucide-icon.ts` needs none, and random characters
 * don't compress: 300 bytes of the first load.
 */
const removeIconKeys: Plugin = {
  name: 'remove-icon-keys',
  transform(code, id) {
    if (!/\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/.test(id)) return null;
    return { code: code.replace(/, key: "\w+"/g, ''), map: null };
  },
};

/** Writes a brotli and a gzip copy beside each file, so that the server never compresses one. */
const precompressFiles: Plugin = {
  name: 'precompress-files',
  apply: 'build',
  async writeBundle({ dir = '' }) {
    if (this.environment.name !== 'client' || this.environment.config.mode !== 'production') return;
    const compressBrotli = promisify(brotliCompress);
    const compressGzip = promisify(gzip);
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    const files = entries.filter(
      (entry) => entry.isFile() && /\.(js|css|svg|json|txt|ico)$/.test(entry.name),
    );
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const file = join(parentPath, name);
        const content = await readFile(file);
        const sizeHint = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } };
        const copies = [
          ['br', await compressBrotli(content, sizeHint)],
          ['gz', await compressGzip(content, { level: 9 })],
        ] as const;
        for (const [extension, copy] of copies) {
          if (copy.length < content.length) await writeFile(`${file}.${extension}`, copy);
        }
      }),
    );
  },
};

/** Options of both builds. */
const bundlerOptions: Rolldown.InputOptions = {
  // Inlines the class names of CSS Modules: neither the browser nor the server looks them up.
  optimization: { inlineConst: { mode: 'all', pass: 1 } },
  // A misspelled class of a CSS Module is only a warning by default.
  onLog(level, log, report) {
    if (log.code === 'IMPORT_IS_UNDEFINED') throw new Error(log.message);
    report(level, log);
  },
};

// Code splitting. By default the bundler splits the first page's code into 18 files, and on a slow
// connection each six of them cost a round trip. Each function below returns the name of a module's
// chunk, or null to leave the choice to others.

const clientEntry = resolveSource('app/client.ts');
const hydrationEntry = resolveSource('app/hydrate.tsx');
const serverEntries = ['main', 'cli', 'render-picture'].map((name) =>
  resolveSource(`app/${name}.server.ts`),
);
const mostReadPages = ['home/HomePage', 'talent/TalentPage'].map((page) =>
  resolveSource(`routes/${page}.tsx`),
);
const inquiryPage = resolveSource('routes/inquiry/InquiryPage.tsx');
const leadDialogs = resolveSource('features/leads/public/LeadDialogs.tsx');
const otherFormPages = ['admin/LoginPage', 'schedule/SchedulePage'].map((page) =>
  resolveSource(`routes/${page}.tsx`),
);

/** Helpers that the bundler itself adds. */
const bundlerModules = ['\0vite/preload-helper.js', '\0rolldown/runtime.js'];

/** TanStack Query, which the admin area and the checkout use. */
const queryModules = /\/@tanstack\/(react-)?query(-core)?\/|\/src\/lib\/QueryProvider\.tsx$/;

/** Attribution and consent: small, and always loaded together. */
const attributionModules =
  /\/analytics\/(attribution\/(touch|attribution-store|get-reportable-attribution)|consent\/consent(-store)?)\.ts$/;

/** Finds a module and all that import it statically, directly or through others. */
function findStaticUsers(id: string, graph: Rolldown.ChunkingContext): Set<string> {
  const users = new Set<string>();
  const visit = (module: string) => {
    if (users.has(module)) return;
    users.add(module);
    for (const importer of graph.getModuleInfo(module)?.importers ?? []) visit(importer);
  };
  visit(id);
  return users;
}

/** Names the chunk `start`: the code that runs before the first paint. */
const nameStartChunk = (id: string, graph: Rolldown.ChunkingContext): string | null =>
  bundlerModules.includes(id) || findStaticUsers(id, graph).has(clientEntry) ? 'start' : null;

/**
 * Names the chunk `site`: the code that hydration needs, and that the most visited pages share with
 * other lazy modules.
 */
function nameSiteChunk(id: string, graph: Rolldown.ChunkingContext): string | null {
  const users = findStaticUsers(id, graph);
  if (users.has(hydrationEntry)) return 'site';
  const lazyUsers = [...users].filter((user) => graph.getModuleInfo(user)?.dynamicImporters.length);
  return lazyUsers.length > 1 && mostReadPages.some((page) => users.has(page)) ? 'site' : null;
}

/**
 * Names the chunks of the forms. `lead`: the code that the inquiry page shares with the lead form's
 * dialog (nine files without this). `fields`: the part of it that other forms use as well.
 */
function nameFormChunk(id: string, graph: Rolldown.ChunkingContext): string | null {
  const users = findStaticUsers(id, graph);
  if (!users.has(inquiryPage) || id === inquiryPage) return null;
  if (otherFormPages.some((page) => users.has(page))) return 'fields';
  return users.has(leadDialogs) ? 'lead' : null;
}

/**
 * Names the chunks of the server. `server`: the startup, and rendering of the most visited pages;
 * each further file costs a millisecond. `base`: the code that the operator's commands need as
 * well. `rendering`: the code that the process for rendering one picture needs.
 */
function nameServerChunk(id: string, graph: Rolldown.ChunkingContext): string | null {
  if (serverEntries.includes(id)) return null;
  const users = findStaticUsers(id, graph);
  const [isForServer, isForCommands, isForRendering] = serverEntries.map((one) => users.has(one));
  if (isForRendering) return 'rendering';
  if (isForServer) return isForCommands ? 'base' : 'server';
  return !isForCommands && mostReadPages.some((page) => users.has(page)) ? 'server' : null;
}

/** The oldest supported browsers, in the bundler's spelling ("safari16.4"), for JavaScript and CSS. */
const browserTargets = packageJson.browserslist.map((browser) =>
  browser.toLowerCase().replace(' >= ', ''),
);

/**
 * Configures `vite build` (the browser bundle), `vite build --ssr` (the server bundle), and
 * `npm run dev`.
 */
export default defineConfig(({ command, isSsrBuild, mode }) => {
  const isProductionServer = isSsrBuild && mode === 'production';
  return {
    plugins: [
      react(),
      rejectServerImports,
      keepInlinedCssModules,
      emitSpriteSheet,
      removeIconKeys,
      precompressFiles,
      demoPictures(),
    ],
    css: { modules: nameCssModules(command === 'build') },
    // Settings are read at run time and never built in.
    envDir: false,
    cacheDir: 'dist/dev/vite',
    optimizeDeps: {
      // Without HTML files, the development server needs to know where to look for packages.
      entries: 'src/app/client.ts',
      // The alias below does not reach into optimized packages.
      exclude: ['lucide-react'],
    },
    resolve: {
      alias: [
        // wouter imports this polyfill of a React hook.
        { find: 'use-sync-external-store/shim/index.js', replacement: 'react' },
        // The content-security policy refuses the `<style>` element of the original. See
        // docs/decisions.
        { find: 'react-style-singleton', replacement: resolveSource('ui/style-singleton.ts') },
        {
          find: /^\.\.\/createLucideIcon\.mjs$/,
          replacement: resolveSource('ui/lucide-icon.ts'),
        },
        // `react-dom/server` contains two renderers. Include only the one that renders to a string.
        ...(isProductionServer
          ? [
              {
                find: /^react-dom\/server$/,
                replacement: resolvePath(
                  'node_modules/react-dom/cjs/react-dom-server-legacy.node.production.js',
                ),
              },
            ]
          : []),
      ],
    },
    // Without it the bundle contains both builds of React and chooses at each start.
    define: isProductionServer ? { 'process.env.NODE_ENV': '"production"' } : undefined,
    ssr:
      command === 'serve'
        ? { noExternal: ['lucide-react'] }
        : {
            // One bundle: reading the packages' thousand files took a third of the startup time.
            noExternal: true,
            // Packages with binaries or other files, and those that the first request does not
            // need.
            external: runtimePackages,
          },
    publicDir: isSsrBuild ? false : 'public',
    build: isSsrBuild
      ? {
          outDir: 'dist/server',
          target: 'node20',
          sourcemap: true,
          rollupOptions: {
            ...bundlerOptions,
            input: {
              'main.server': 'src/app/main.server.ts',
              'operate.server': 'src/app/cli.server.ts',
              'render-picture.server': 'src/app/render-picture.server.ts',
            },
            output: {
              codeSplitting: { groups: [{ name: nameServerChunk, debugName: 'server' }] },
              // ASCII only: V8 parses it a third faster. Keeps names and lines for stack traces.
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
          target: browserTargets,
          assetsInlineLimit: 0,
          rollupOptions: {
            ...bundlerOptions,
            input: 'src/app/client.ts',
            output: {
              // Short, because the preload lists of the first page name 80 files. Six characters of a
              // hash are too few for 65 chunks. Chunks that only others import need no name.
              entryFileNames: 'assets/[name]-[hash:6].js',
              chunkFileNames: ({ isDynamicEntry, name }) =>
                isDynamicEntry || name === 'site'
                  ? 'assets/[name]-[hash:7].js'
                  : 'assets/[hash:7].js',
              assetFileNames: 'assets/[name]-[hash:6][extname]',
              codeSplitting: {
                groups: [
                  { name: nameStartChunk, debugName: 'start', priority: 2 },
                  { name: nameSiteChunk, debugName: 'site', priority: 1 },
                  { name: nameFormChunk, debugName: 'forms' },
                  { name: 'query', test: queryModules },
                  { name: 'visit', test: attributionModules },
                ],
              },
            },
          },
        },
  };
});
