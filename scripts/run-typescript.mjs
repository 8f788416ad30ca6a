import { giveUp, prepare } from './prepare.mjs';

/**
 * Runs a TypeScript program that shares code with the tests: `run-typescript.mjs FILE ARGUMENTS`.
 * Its default export takes the arguments and returns the exit code. Vite loads it, as in the tests.
 * Rejected: Vite's `runnerImport`, which closes its module loader before the function is called, so
 * that the function's dynamic imports fail.
 */
await prepare().catch(giveUp);
const { createServer, isRunnableDevEnvironment } = await import('vite');
const vite = await createServer({
  appType: 'custom',
  configFile: false,
  logLevel: 'error',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true, hmr: false, ws: false, watch: null },
});
const [, , file, ...args] = process.argv;
let exitCode = 1;
try {
  if (!isRunnableDevEnvironment(vite.environments.ssr)) throw new Error('Vite runs no modules.');
  const { default: run } = await vite.environments.ssr.runner.import(`/${file}`);
  exitCode = await run(args);
} finally {
  await vite.close();
}
process.exit(exitCode);
