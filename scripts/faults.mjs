import { runTypeScript } from './run-typescript.mjs';

process.exit(
  await runTypeScript('/tests/faults/run.ts', ({ runFaults }) => runFaults(process.argv.slice(2))),
);
