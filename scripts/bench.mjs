import { runTypeScript } from './run-typescript.mjs';

process.exitCode = await runTypeScript('/bench/run.ts', ({ runBenchmarks }) =>
  runBenchmarks(process.argv.slice(2)),
);
