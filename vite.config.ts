import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

/** `vite build` makes the browser's files, `vite build --ssr` the server's one bundle. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), serverStaysOnServer],
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
        rollupOptions: { input: 'src/app/main.server.ts' },
      }
    : {
        outDir: 'dist/client',
        manifest: true,
        target: 'es2022',
        assetsInlineLimit: 0,
        rollupOptions: { input: 'src/app/client.tsx' },
      },
}));
