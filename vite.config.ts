import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Rolldown } from 'vite';
import { demoPictures } from './demo/render-pictures';
import packageJson from './package.json' with { type: 'json' };
import { browserChunks, serverChunks } from './scripts/code-splitting';
import { keepInlinedCssModules, nameCssModules } from './scripts/css-modules';
import runtimePackages from './scripts/runtime-packages.json';
import {
  emitSpriteSheet,
  precompressFiles,
  rejectServerImports,
  removeRouteParser,
  removeUnusedIconData,
  repeatNumberedRules,
} from './scripts/vite-plugins';

const resolvePath = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const resolveSource = (path: string) => resolvePath(`src/${path}`);

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
      removeUnusedIconData,
      removeRouteParser,
      repeatNumberedRules,
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
          replacement: resolveSource('ui/icons/lucide-icon.ts'),
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
    define: isProductionServer
      ? {
          // Without it the bundle contains both builds of React and chooses at each start.
          'process.env.NODE_ENV': '"production"',
          // Of scripts/prepare.mjs.
          'process.env.BUILD_HASH': JSON.stringify(process.env.BUILD_HASH ?? ''),
        }
      : undefined,
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
          target: 'node24',
          sourcemap: true,
          rollupOptions: {
            ...bundlerOptions,
            input: {
              'main.server': 'src/app/main.server.ts',
              'operate.server': 'src/app/cli.server.ts',
              'render-picture.server': 'src/app/render-picture.server.ts',
            },
            output: {
              codeSplitting: { groups: serverChunks },
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
          modulePreload: {
            // The first page's script lists the files of every page. The owner's scripts would be a
            // third of them, and their own imports load them as well, as do those of the code that
            // the home page loads after an interaction.
            resolveDependencies: (file, dependencies) =>
              /\/(AdminPage|LoginPage|paint-schedule)-/.test(file)
                ? dependencies.filter((name) => name.endsWith('.css'))
                : dependencies,
          },
          rollupOptions: {
            ...bundlerOptions,
            // The proposal's page runs no scripts, so that nothing imports its styles.
            input: ['src/app/client.ts', 'src/routes/proposal/styles.ts'],
            output: {
              // Short, because the preload lists of the first page name 80 files. Six characters of a
              // hash are too few for 65 chunks. Chunks that only others import need no name, nor do
              // styles.
              entryFileNames: 'assets/[name]-[hash:6].js',
              chunkFileNames: ({ isDynamicEntry, name }) =>
                isDynamicEntry || name === 'site'
                  ? 'assets/[name]-[hash:7].js'
                  : 'assets/[hash:7].js',
              assetFileNames: ({ names }) =>
                names.some((name) => name.endsWith('.css'))
                  ? 'assets/[hash:5][extname]'
                  : 'assets/[name]-[hash:6][extname]',
              codeSplitting: { groups: browserChunks },
            },
          },
        },
  };
});
