import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { giveUp, PreparationError, prepare, runNpm, say } from './prepare.mjs';

/** The later version with long-term support. */
const major = '26';

/** The API, the start and stop of the server, and the path of a visitor. */
const runs = [
  ['vitest/vitest.mjs', 'run', '--project=api-sqlite'],
  ['vitest/vitest.mjs', 'run', '--project=process', 'start.test', '-t', 'empty database|SIGTERM'],
  ['@playwright/test/cli.js', 'test', 'main-path', `--output=test-results/node-${major}`],
];

/**
 * Installs the version into a folder.
 * @param {string} folder
 * @returns {Promise<string>} the folder of its binary
 */
async function installNode(folder) {
  // The package behind `node`, without its install script, which would only choose it.
  const name = `node-${process.platform}-${process.arch}`;
  const flags = ['--no-save', '--no-audit', '--no-fund', '--ignore-scripts'];
  const args = ['install', '--prefix', folder, ...flags, `${name}@${major}`];
  await runNpm(args, { what: `Installing Node ${major}` });
  return join(folder, 'node_modules', name, 'bin');
}

await prepare().catch(giveUp);
const folder = mkdtempSync(join(tmpdir(), 'crewbridge-node-'));
try {
  const bin = await installNode(folder);
  const env = { ...process.env, PATH: `${bin}:${process.env.PATH ?? ''}`, TMPDIR: folder };
  const failed = [];
  for (const [script = '', ...args] of runs) {
    const title = `Node ${major}: ${script} ${args.join(' ')}`;
    console.log(title);
    const command = [join('node_modules', script), ...args];
    const child = spawn(join(bin, 'node'), command, {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const [status] = await once(child, 'close');
    if (status !== 0) failed.push(title);
  }
  for (const title of failed) console.log(`${title}: failed`);
  process.exitCode = failed.length === 0 ? 0 : 1;
} catch (error) {
  if (!(error instanceof PreparationError)) throw error;
  say(error.message);
  process.exitCode = error.exitCode;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
