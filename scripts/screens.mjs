import { runTypeScript } from './run-typescript.mjs';

await runTypeScript('/tests/screens/run.ts', ({ takeScreens }) =>
  takeScreens(process.argv[2] ?? 'docs/screens', process.argv.slice(3)),
);
