import { giveUp, prepare } from './prepare.mjs';

await prepare().catch(giveUp);
// The benchmarks share TypeScript with the tests; Vite is what reads it here, as it does there.
const { runnerImport } = await import('vite');

/** @type {{ module: { runBenchmarks: (args: string[]) => Promise<number> } }} */
const { module } = await runnerImport('./bench/run.ts', { configFile: false, logLevel: 'error' });
process.exitCode = await module.runBenchmarks(process.argv.slice(2));
