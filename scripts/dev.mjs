import cluster from 'node:cluster';
import { once } from 'node:events';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildFingerprint, watchInputs } from './built.mjs';
import { giveUp, prepare } from './prepare.mjs';

await prepare({ dev: true }).catch(giveUp);
process.env.NODE_ENV ||= 'development';
const { build } = await import('vite');

/** Apart from what `npm start` builds and runs; one folder a process, and in it one a build. */
const devFolder = 'dist/dev';
const ownFolder = join(devFolder, String(process.pid));

/** Milliseconds without a further change after which a build begins: editors write a file in steps. */
const settleMs = 100;

/** Milliseconds that a server may take to send its last responses before it is killed. */
const stopTimeoutMs = 10_000;

/** @typedef {import('node:cluster').Worker} Worker */

const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);

/** Removes what earlier runs left that could not clean up after themselves. */
function removeLeftovers() {
  for (const name of readdirSync(devFolder)) {
    try {
      process.kill(Number(name), 0);
    } catch {
      rmSync(join(devFolder, name), { recursive: true, force: true });
    }
  }
}

// Vite's dev server is not used: what it serves differs from what is delivered (order of styles,
// content-security policy), and it must never be exposed. A build of this site takes seconds.
/**
 * Builds into a folder of its own, which a running server knows nothing of.
 * @param {string} folder
 */
async function buildInto(folder) {
  /** @type {['client' | 'server', import('vite').BuildOptions][]} */
  const halves = [
    ['client', {}],
    ['server', { ssr: true }],
  ];
  const builds = halves.map(([name, options]) =>
    build({
      mode: 'development',
      logLevel: 'silent',
      build: {
        ...options,
        outDir: `${folder}/${name}`,
        minify: false,
        reportCompressedSize: false,
      },
    }),
  );
  // Both to their ends, also when one fails: the folder may only be removed when nothing writes into it.
  const results = await Promise.allSettled(builds);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/**
 * Starts a server beside the one that is serving. The two share the listening socket, which this process
 * holds: at no moment is a connection refused.
 * @param {string} folder of its build
 * @returns {Promise<Worker | undefined>} when it is ready; undefined when it ended before that
 */
async function startServer(folder) {
  cluster.setupPrimary({
    exec: join(folder, 'server/main.server.js'),
    execArgv: ['--enable-source-maps'],
  });
  const worker = cluster.fork();
  const ready = new Promise((resolve) => {
    worker.on('message', (message) => {
      if (message === 'ready') resolve(true);
    });
    worker.once('exit', () => resolve(false));
  });
  return (await ready) ? worker : undefined;
}

/**
 * Waits until a server has ended; one that takes too long is killed.
 * @param {Worker} worker
 */
async function waitForExit(worker) {
  if (worker.isDead()) return;
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), stopTimeoutMs);
  await once(worker, 'exit');
  clearTimeout(timer);
}

/** @typedef {{ worker: Worker, folder: string }} Server a process, and the folder that its code is read from */

/** @type {Server | undefined} */
let current;
let builds = 0;
let isStopping = false;

/**
 * Makes a server the one whose end is reported.
 * @param {Server} server
 */
function setCurrent(server) {
  current = server;
  server.worker.once('exit', () => {
    if (current !== server || isStopping) return;
    current = undefined;
    say('The server has ended. It starts again with the next change.');
  });
}

/**
 * Ends a server that has been replaced. Its folder stays until then: it may still load parts of itself.
 * @param {Server} server
 */
async function retire({ worker, folder }) {
  worker.process.kill('SIGTERM');
  await waitForExit(worker);
  rmSync(folder, { recursive: true, force: true });
}

const whatIsServed = () =>
  current ? ' The site as it was before this change is still served.' : '';

/** Builds what the sources are now and puts it in the place of what is served. */
async function replaceServer() {
  builds += 1;
  const folder = join(ownFolder, String(builds));
  try {
    await buildInto(folder);
  } catch (error) {
    say(`${error instanceof Error ? error.message : error}\nThe build failed.${whatIsServed()}`);
    rmSync(folder, { recursive: true, force: true });
    return;
  }
  if (isStopping) return;
  const worker = await startServer(folder);
  if (!worker) {
    if (!isStopping) say(`The server ended before it was ready.${whatIsServed()}`);
    rmSync(folder, { recursive: true, force: true });
    return;
  }
  const old = current;
  setCurrent({ worker, folder });
  if (old) await retire(old);
}

/** The sources of the last build, also of one that failed: only a change starts another. */
let lastFingerprint = '';
let isCatchingUp = false;

/** Undefined while files come and go, which ends with a further change. */
function readFingerprint() {
  try {
    return buildFingerprint('.');
  } catch {
    return undefined;
  }
}

/** Builds again and again until what was built last is what the sources are. */
async function catchUp() {
  while (!isStopping) {
    const fingerprint = readFingerprint();
    if (fingerprint === undefined || fingerprint === lastFingerprint) return;
    lastFingerprint = fingerprint;
    await replaceServer();
  }
}

function onChange() {
  if (isCatchingUp) return;
  isCatchingUp = true;
  catchUp().finally(() => {
    isCatchingUp = false;
  });
}

mkdirSync(ownFolder, { recursive: true });
removeLeftovers();
/** @type {NodeJS.Timeout | undefined} */
let soon;
const stopWatching = watchInputs('.', () => {
  clearTimeout(soon);
  soon = setTimeout(onChange, settleMs);
});
onChange();

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
  process.once(signal, async () => {
    isStopping = true;
    clearTimeout(soon);
    stopWatching();
    // Ctrl-C in a terminal reaches the servers as well; told twice, they would stop in the middle.
    const isTold = signal === 'SIGINT' && process.stdin.isTTY;
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
    if (!isTold) for (const worker of workers) worker.process.kill('SIGTERM');
    await Promise.all(workers.map(waitForExit));
    // A build that is under way ends with this process; what it has left behind goes at the next start.
    rmSync(ownFolder, { recursive: true, force: true, maxRetries: 3 });
    process.exit(0);
  });
}
