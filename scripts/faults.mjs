import { giveUp, prepare } from './prepare.mjs';

await prepare().catch(giveUp);
// The faults share TypeScript with the tests; Vite is what reads it here, as it does there.
const { runnerImport } = await import('vite');

/** @type {{ module: { runFaults: (args: string[]) => Promise<number> } }} */
const { module } = await runnerImport('./tests/faults/run.ts', {
  configFile: false,
  logLevel: 'error',
});
process.exit(await module.runFaults(process.argv.slice(2)));
