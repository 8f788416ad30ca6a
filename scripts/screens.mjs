import { giveUp, prepare } from './prepare.mjs';

await prepare().catch(giveUp);
// The pictures are taken with the tests' parts; Vite is what reads TypeScript here, as it does there.
const { runnerImport } = await import('vite');

/** @type {{ module: { takeScreens: (folder: string) => Promise<void> } }} */
const { module } = await runnerImport('./tests/screens/run.ts', {
  configFile: false,
  logLevel: 'error',
});
await module.takeScreens(process.argv[2] ?? 'docs/screens');
