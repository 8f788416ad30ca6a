import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PreparationError, prepare } from './prepare.mjs';
import { runTool } from './run-tool.mjs';

/** @typedef {{ passed: number, failed: string[], skipped: { name: string, reason: string }[] }} Counts */

const options = process.argv.slice(2);

/** @typedef {{ projects: string[], needsBuild: boolean, includesPlaywright: boolean }} Level */

/** The quick tests import the sources, so they need no build. */
/** @type {Level} */
const quick = { projects: ['unit', 'api-sqlite'], needsBuild: false, includesPlaywright: false };
/** @type {Level} */
const deploy = { projects: ['deploy'], needsBuild: true, includesPlaywright: false };
/** @type {Level} */
const standard = { projects: ['!deploy'], needsBuild: true, includesPlaywright: true };

/** @type {Map<string | undefined, Level>} */
const levels = new Map([
  ['--quick', quick],
  ['--deploy', deploy],
]);
const level = levels.get(options[0]) ?? standard;

/** Parts of paths: only the matching test files are run. */
const filters = options.filter((option) => !levels.has(option));
const inCi = process.env.CI === 'true' || process.env.CI === '1';

/** @param {Counts} counts */
function finish({ passed, failed, skipped }) {
  for (const name of failed) console.log(`Failed: ${name}`);
  console.log(`${passed} passed, ${failed.length} failed, ${skipped.length} skipped`);
  process.exitCode = failed.length > 0 || (inCi && skipped.length > 0) ? 1 : 0;
}

/**
 * Runs a test runner on this terminal. It reports its counts in a file, so that a runner that
 * crashes is not mistaken for one that succeeded.
 * @param {string} folder the temporary folder of this run, in which the tests create theirs
 * @param {string} name
 * @param {string} script
 * @param {string[]} args
 * @returns {Promise<Counts>}
 */
async function count(folder, name, script, args) {
  const file = join(folder, `${name}.json`);
  // The runners set NODE_ENV themselves.
  const { NODE_ENV: _, ...inherited } = process.env;
  const env = { ...inherited, TMPDIR: folder, TEST_COUNTS_FILE: file };
  const code = await runTool(script, [...args, ...filters], env);
  if (existsSync(file)) {
    /** @type {Counts} */
    const counts = JSON.parse(readFileSync(file, 'utf8'));
    if (code === 0 || counts.failed.length > 0) return counts;
    return {
      ...counts,
      failed: [`${name} ended with exit code ${code}, though no test of it failed.`],
    };
  }
  if (code === 0 && filters.length > 0) return { passed: 0, failed: [], skipped: [] };
  const failed = [`${name} ended with exit code ${code} before it reported.`];
  return { passed: 0, failed, skipped: [] };
}

/** @param {Counts['skipped']} skipped */
function explain(skipped) {
  const byReason = new Map();
  for (const { name, reason } of skipped)
    byReason.set(reason, [...(byReason.get(reason) ?? []), name]);
  for (const [reason, names] of byReason) {
    console.log(`Skipped: ${reason}`);
    for (const name of names) console.log(`  ${name}`);
  }
  if (inCi && skipped.length > 0)
    console.log('In CI, where nothing may be missing, this is a failure.');
}

// Files of tests that fail or hang are deleted with this folder. Its name is short, because
// PostgreSQL's socket is several folders below it, and a socket's path has at most 103 characters
// on some systems.
const folder = mkdtempSync(join(tmpdir(), 'cb-'));
// As root, PostgreSQL runs as another user, which needs access to the folder.
chmodSync(folder, 0o755);
try {
  await prepare({ dev: !level.needsBuild });
  const projects = level.projects.map((project) => `--project=${project}`);
  const runs = [
    await count(folder, 'Vitest', 'vitest/vitest.mjs', ['run', '--passWithNoTests', ...projects]),
  ];
  // The browser tests run last, because they take longest.
  if (level.includesPlaywright) {
    const args = ['test', '--pass-with-no-tests'];
    runs.push(await count(folder, 'Playwright', '@playwright/test/cli.js', args));
  }
  /** @type {Counts} */
  const all = {
    passed: runs.reduce((sum, { passed }) => sum + passed, 0),
    failed: runs.flatMap(({ failed }) => failed),
    skipped: runs.flatMap(({ skipped }) => skipped),
  };
  if (all.passed + all.failed.length + all.skipped.length === 0)
    all.failed.push(`There is no test file for: ${filters.join(' ')}`);
  explain(all.skipped);
  finish(all);
} catch (error) {
  console.log(error instanceof PreparationError ? error.message : error);
  finish({ passed: 0, failed: ['The preparation of the tests.'], skipped: [] });
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
