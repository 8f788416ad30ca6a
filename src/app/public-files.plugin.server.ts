import { existsSync, readdirSync } from 'node:fs';
import { sep } from 'node:path';
import staticFiles from '@fastify/static';
import { definePlugin, type SiteOptions } from '../foundation/environment/define-plugin.server';

export interface PublicFilesOptions extends SiteOptions {
  clientDir: string;
}

/**
 * Returns the `Cache-Control` header: hashed files never change; browsers revalidate the others
 * after an hour.
 */
const getCacheControl = (path: string) =>
  /\/assets\/[^/]+$/.test(path) ? 'public, max-age=31536000, immutable' : 'public, max-age=3600';

/**
 * Lists the URL paths of the public files. Without dot files and compressed files, which the plugin
 * serves in place of the original.
 */
function listPublicFiles(clientDir: string): ReadonlySet<string> {
  if (!existsSync(clientDir)) return new Set();
  // With `withFileTypes`, because Node lists the names alone ten times as slowly.
  const entries = readdirSync(clientDir, { recursive: true, withFileTypes: true });
  const urlPaths = entries
    .filter((entry) => entry.isFile())
    .map(
      ({ parentPath, name }) =>
        `${parentPath.slice(clientDir.length).replaceAll(sep, '/')}/${name}`,
    );
  return new Set(urlPaths.filter((path) => !/\/\.|\.(br|gz)$/.test(path)));
}

/** Serves the browser bundle and the files of `public`. */
export const publicFilesPlugin = definePlugin<PublicFilesOptions>(
  { name: 'public-files' },
  async (app, { clientDir }) => {
    const publicPaths = listPublicFiles(clientDir);
    if (publicPaths.size === 0) return;
    await app.register(async (files) => {
      // Link previews embed these pictures. Not in `setHeaders`, which a hook of the app overrides.
      files.addHook('onRequest', async ({ url }, reply) => {
        if (url.startsWith('/share/')) reply.header('Cross-Origin-Resource-Policy', 'cross-origin');
      });
      await files.register(staticFiles, {
        root: clientDir,
        serve: false,
        cacheControl: false,
        preCompressed: true,
        setHeaders: (reply, path) =>
          void reply.headers({ 'Cache-Control': getCacheControl(path), Vary: 'Accept-Encoding' }),
      });
      // The list is read at startup, so no request's path is ever looked up on the disk. The plugin's
      // own route reads every folder of a path for each request, to compare its spelling: three quarters
      // of the time of sending a script. A route per file took half of the startup time.
      files.get('/*', { schema: { hide: true } }, (request, reply) => {
        const [path = ''] = request.url.split('?', 1);
        return publicPaths.has(path) ? reply.sendFile(path) : reply.callNotFound();
      });
    });
  },
);
