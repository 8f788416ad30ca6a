import { giveUp, prepare } from './prepare.mjs';

/**
 * Calls a function of a TypeScript module that shares code with the tests. Vite loads it, as in the
 * tests. Rejected: Vite's `runnerImport`, which closes its module loader before the function is
 * called, so that the function's dynamic imports fail.
 * @template T
 * @param {string} path of the module, from the project's folder
 * @param {(module: Record<string, any>) => Promise<T>} call
 * @returns {Promise<T>}
 */
export async function runTypeScript(path, call) {
  await prepare().catch(giveUp);
  const { createServer, isRunnableDevEnvironment } = await import('vite');
  const vite = await createServer({
    appType: 'custom',
    configFile: false,
    logLevel: 'error',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  try {
    if (!isRunnableDevEnvironment(vite.environments.ssr)) throw new Error('Vite runs no modules.');
    return await call(await vite.environments.ssr.runner.import(path));
  } finally {
    await vite.close();
  }
}
