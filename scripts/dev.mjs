import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { giveUp, prepare } from './prepare.mjs';

await prepare({ dev: true }).catch(giveUp);
process.env.NODE_ENV ||= 'development';
const { build } = await import('vite');

/** A folder of its own: `npm start` beside it keeps its finished build. */
const folder = 'dist/dev';

/** How long the server may take to answer its last requests before it is ended. */
const patience = 3_000;

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
/** @type {Promise<void>} */
let restarted = Promise.resolve();

async function stop() {
  const old = server;
  server = undefined;
  if (!old || old.exitCode !== null || old.signalCode !== null) return;
  const exited = once(old, 'exit');
  old.kill('SIGTERM');
  const timer = setTimeout(() => old.kill('SIGKILL'), patience);
  await exited;
  clearTimeout(timer);
}

function restart() {
  restarted = restarted.then(stop).then(() => {
    server = spawn(process.execPath, ['--enable-source-maps', `${folder}/server/main.server.js`], {
      stdio: 'inherit',
    });
  });
}

// Vite's dev server is not used: what it serves differs from what is delivered (order of styles,
// content-security policy), and it must never be exposed. A build of this site takes a second.
/** @type {['client' | 'server', import('vite').BuildOptions][]} */
const halves = [
  ['client', {}],
  ['server', { ssr: true }],
];
/** @type {Set<string>} */
const finished = new Set();
/** @type {NodeJS.Timeout | undefined} */
let soon;

for (const [name, options] of halves) {
  const watcher = await build({
    mode: 'development',
    logLevel: 'warn',
    build: { ...options, outDir: `${folder}/${name}`, emptyOutDir: true, minify: false, watch: {} },
  });
  if (!('on' in watcher)) throw new Error('Vite built once and does not watch.');
  watcher.on('event', (event) => {
    if (event.code === 'BUNDLE_END') event.result.close();
    if (event.code === 'ERROR') {
      console.error(event.error.message);
      event.result?.close();
    }
    if (event.code !== 'BUNDLE_END') return;
    finished.add(name);
    if (finished.size < halves.length) return;
    // A change that both halves read ends two builds; the server starts once after both.
    clearTimeout(soon);
    soon = setTimeout(restart, 200);
  });
}

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, async () => {
    await restarted;
    await stop();
    process.exit(0);
  });
}
