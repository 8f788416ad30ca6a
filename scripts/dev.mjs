import { once } from 'node:events';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, sep } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { giveUp, prepare } from './prepare.mjs';

await prepare({ dev: true }).catch(giveUp);
process.env.NODE_ENV ||= 'development';
process.umask(0o077);
const {
  createServer: createViteServer,
  createServerModuleRunner,
  loadConfigFromFile,
  normalizePath,
} = await import('vite');

/**
 * Milliseconds between an edit and the restart. Editors write a file in several steps, and Vite
 * updates the browser first.
 */
const settleMs = 250;

/** Milliseconds that requests in flight may take after Ctrl-C. */
const stopTimeoutMs = 10_000;

/** Folders whose changes restart the site. */
const sourceFolders = ['src', 'migrations'];

const root = process.cwd();
const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);

/** Errors of the edited code must not end this process. */
const reportError = (/** @type {unknown} */ error) =>
  say(error instanceof Error ? (error.stack ?? error.message) : String(error));
process.on('uncaughtException', reportError).on('unhandledRejection', reportError);

/** @typedef {Awaited<ReturnType<typeof import('../src/app/dev.server').startDevSite>>} DevSite */

/**
 * A running version of the site.
 * @typedef {{ site: DevSite, runner: import('vite/module-runner').ModuleRunner, inFlight: Set<Promise<unknown>> }} Version
 */

/** @type {Version | undefined} */
let current;
/** Settles when the site runs the latest edit, or has failed to start. */
let latestRestart = Promise.resolve();
let isRestartDue = false;

const front = createServer(async (request, response) => {
  const isForVite = request.method === 'GET' && !/^\/api[/?]/.test(request.url ?? '');
  if (isForVite) await new Promise((resolve) => vite.middlewares(request, response, resolve));
  // After an edit, pages wait for the new version; a reload never shows the old one.
  await latestRestart;
  if (!current) return;
  const { site, inFlight } = current;
  const closed = once(response, 'close').finally(() => inFlight.delete(closed));
  inFlight.add(closed);
  site.server.emit('request', request, response);
});

const loaded = await loadConfigFromFile(
  { command: 'serve', mode: 'development' },
  'vite.config.ts',
  root,
  'error',
);
/**
 * Keeps Vite from reloading the page when a CSS Module is edited. For the styles in the page's HTML,
 * the server has loaded the file a second time (`?direct`). No module imports that copy, so Vite
 * would reload the page for it. The components' import of the same file is updated in place.
 * @type {import('vite').Plugin}
 */
const ignoreStylesInHtml = {
  name: 'ignore-styles-in-html',
  hotUpdate: ({ modules }) => modules.filter(({ id }) => !id?.endsWith('?direct')),
};
const vite = await createViteServer({
  ...loaded?.config,
  plugins: [loaded?.config.plugins, ignoreStylesInHtml],
  // The configuration is loaded already. Otherwise Vite would restart itself when a module that it
  // imports changes.
  configFile: false,
  appType: 'custom',
  clearScreen: false,
  server: {
    middlewareMode: true,
    ws: { server: front },
    cors: false,
    fs: { allow: ['src', realpathSync('node_modules'), 'dist/dev'] },
    watch: {
      ignored: (/** @type {string} */ path) =>
        path !== root &&
        path !== join(root, '.env') &&
        ![...sourceFolders, 'public'].some((folder) =>
          `${path}${sep}`.startsWith(join(root, folder, sep)),
        ),
    },
  },
});
const { client, ssr } = vite.environments;

/**
 * Transforms a module for an environment. Returns null for a module that an edit has broken, so
 * that the running version of the site continues without the module's styles.
 * @param {import('vite').DevEnvironment} environment
 * @param {string} url
 */
const transform = (environment, url) => environment.transformRequest(url).catch(() => null);

/**
 * Lists the style sheets that modules import, in the order of their rules: imported before
 * importer.
 * @param {string} url
 * @param {Set<string>} visited
 * @returns {Promise<string[]>}
 */
async function listStyles(url, visited) {
  if (visited.has(url) || !url.startsWith('/src/')) return [];
  visited.add(url);
  if (url.endsWith('.css')) return [url];
  const styles = [];
  const { deps = [] } = (await transform(ssr, url)) ?? {};
  for (const dep of deps) styles.push(...(await listStyles(dep, visited)));
  return styles;
}

const entries = ['/src/app/client.ts', '/src/app/hydrate.tsx'];

/**
 * Builds the tags that load a page. They include its styles, as Vite's client would add them, so
 * that the page does not flash before the scripts have run.
 * @param {readonly string[]} files
 */
async function findPageAssets(files) {
  const visited = /** @type {Set<string>} */ (new Set());
  const styles = [];
  for (const url of [...entries, ...files.map((file) => `/${file}`)]) {
    for (const style of await listStyles(url, visited)) {
      const { code = '' } = (await transform(client, `${style}?direct`)) ?? {};
      styles.push(`<style type="text/css" data-vite-dev-id="${join(root, style)}">${code}</style>`);
    }
  }
  const scripts = ['/@vite/client', '/@id/__x00__@vitejs/plugin-react/preamble', entries[0]];
  return { styles, scripts: scripts.map((url) => `<script type="module" src="${url}"></script>`) };
}

/**
 * Starts a new version of the site. Loads all server modules anew, so that no state of an earlier
 * version remains.
 */
async function startVersion() {
  const runner = createServerModuleRunner(ssr, { hmr: false });
  try {
    const { startDevSite } = await runner.import('/src/app/dev.server.ts');
    const settings = existsSync('.env') ? parseEnv(readFileSync('.env', 'utf8')) : {};
    /** @type {DevSite} */
    const site = await startDevSite({
      variables: { ...settings, ...process.env },
      findPageAssets,
      demoPicturesDir: join(root, 'dist/dev/pictures'),
      report: say,
    });
    return { site, runner, inFlight: new Set() };
  } catch (error) {
    await runner.close();
    throw error;
  }
}

/** @param {Version} version */
async function closeVersion({ site, runner, inFlight }) {
  await Promise.all(inFlight);
  await site.close();
  await runner.close();
}

async function restart() {
  const startedAt = performance.now();
  const previous = current;
  try {
    current = await startVersion();
  } catch (error) {
    reportError(error);
    say(
      previous
        ? 'The edit failed. The site as it was before is still served.'
        : 'The site could not start. The next edit tries again.',
    );
    return;
  }
  say(`Server code loaded in ${Math.round(performance.now() - startedAt)} ms.`);
  if (previous) closeVersion(previous).catch(reportError);
  else listen(current.site.environment);
}

/** @param {DevSite['environment']} environment */
function listen({ HOST, PORT, SITE_NAME }) {
  front.once('error', (error) => {
    say(error.message);
    process.exit(1);
  });
  front.listen(PORT, HOST, () => say(`${SITE_NAME} is listening on http://${HOST}:${PORT}`));
}

function scheduleRestart() {
  if (isRestartDue) return;
  isRestartDue = true;
  latestRestart = latestRestart
    .then(() => pause(settleMs))
    .then(() => {
      isRestartDue = false;
      return restart();
    });
}

vite.watcher.on('all', (_event, path) => {
  // On a busy machine, Vite itself forgets the file only after the restart, which would show the old one.
  for (const environment of [client, ssr])
    environment.moduleGraph.onFileChange(normalizePath(path));
  const isSource =
    path === join(root, '.env') ||
    sourceFolders.some((folder) => path.startsWith(join(root, folder, sep)));
  if (isSource && !/\.test\.tsx?$/.test(path)) scheduleRestart();
});
latestRestart = restart();

async function stop() {
  setTimeout(() => process.exit(1), stopTimeoutMs).unref();
  await latestRestart;
  front.close();
  if (current) await closeVersion(current);
  await vite.close();
  process.exit(0);
}
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, stop);
