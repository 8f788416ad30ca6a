import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveUp, prepare } from './prepare.mjs';

/** The later versions that have long-term support. */
const majors = ['22', '24'];

/**
 * Lists the tests that a version has to pass: its share of the API tests, the start and stop of the
 * server, and the path of a visitor. The whole API on each version would take minutes.
 * @param {number} index the place of the version
 */
const listRuns = (index) => [
  [
    'vitest/vitest.mjs',
    'run',
    '--project=api-sqlite',
    `--shard=${index + 1}/${majors.length}`,
    '--maxWorkers=1',
  ],
  ['vitest/vitest.mjs', 'run', '--project=process', 'start.test', '-t', 'empty database|SIGTERM'],
  ['@playwright/test/cli.js', 'test', 'main-path', `--output=test-results/node-${majors[index]}`],
];

/**
 * Runs a command, and prints its output when it ends: the versions run at the same time.
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<boolean>} whether it succeeded
 */
async function run(title, command, args, env = process.env) {
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  /** @type {Buffer[]} */
  const output = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => output.push(chunk));
  }
  const [status] = await once(child, 'close');
  process.stdout.write(`${title}\n${Buffer.concat(output)}\n`);
  return status === 0;
}

/**
 * Installs a version, and runs its tests.
 * @param {string} major
 * @param {number} index the place of the version
 * @param {string} folder where it is installed
 * @returns {Promise<string[]>} what failed
 */
async function testVersion(major, index, folder) {
  // The packages of `node`, without its install script, which would only choose among them.
  const name = `node-${process.platform}-${process.arch}`;
  const prefix = join(folder, major);
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  const install = ['install', '--prefix', prefix, ...flags, `${name}@${major}`];
  if (!(await run(`Node ${major}: install`, 'npm', install))) return [`Node ${major}: install`];
  const bin = join(prefix, 'node_modules', name, 'bin');
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH ?? ''}`, TMPDIR: folder };
  /** @type {string[]} */
  const failed = [];
  for (const [script = '', ...args] of listRuns(index)) {
    const title = `Node ${major}: ${script} ${args.join(' ')}`;
    const command = [join('node_modules', script), ...args];
    if (!(await run(title, join(bin, 'node'), command, env))) failed.push(title);
  }
  return failed;
}

await prepare().catch(giveUp);
const folder = mkdtempSync(join(tmpdir(), 'crewbridge-node-'));
try {
  const versions = majors.map((major, index) => testVersion(major, index, folder));
  const failed = (await Promise.all(versions)).flat();
  for (const title of failed) process.stdout.write(`${title}: failed\n`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
