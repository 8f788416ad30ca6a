import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveUp, prepare } from './prepare.mjs';

/** The later versions that have long-term support. */
const majors = ['22', '24'];

/** The API tests are split into this many parts, and each version runs one. */
const shards = 6;

/**
 * Lists the tests that a version has to pass: its share of the API tests, the start and stop of the
 * server, and the path of a visitor. The whole API on each version would take minutes.
 * @param {number} index the place of the version
 */
const listRuns = (index) => [
  ['vitest/vitest.mjs', 'run', '--project=api-sqlite', `--shard=${index + 1}/${shards}`],
  ['vitest/vitest.mjs', 'run', '--project=process', 'start.test', '-t', 'empty database|SIGTERM'],
  ['@playwright/test/cli.js', 'test', 'main-path'],
];

/**
 * Runs a command on this terminal.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
function run(command, args, env = process.env) {
  const { status } = spawnSync(command, args, { env, stdio: 'inherit' });
  return status ?? 1;
}

await prepare().catch(giveUp);
const folder = mkdtempSync(join(tmpdir(), 'crewbridge-node-'));
/** @type {string[]} */
const failed = [];
try {
  for (const [index, major] of majors.entries()) {
    // The packages of `node`, without its install script, which would only choose among them.
    const name = `node-${process.platform}-${process.arch}`;
    const prefix = join(folder, major);
    const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
    if (run('npm', ['install', '--prefix', prefix, ...flags, `${name}@${major}`]) !== 0) {
      failed.push(`Node ${major}: not installed`);
      continue;
    }
    const bin = join(prefix, 'node_modules', name, 'bin');
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH ?? ''}`, TMPDIR: folder };
    for (const [script = '', ...args] of listRuns(index)) {
      process.stdout.write(`Node ${major}: ${script} ${args.join(' ')}\n`);
      if (run(join(bin, 'node'), [join('node_modules', script), ...args], env) !== 0)
        failed.push(`Node ${major}: ${args.join(' ')}`);
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
for (const line of failed) process.stdout.write(`${line}: failed\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
