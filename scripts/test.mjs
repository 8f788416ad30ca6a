import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PreparationError, prepare } from './prepare.mjs';
import { runTool } from './run-tool.mjs';

/** @typedef {{ passed: number, failed: number, skipped: { name: string, reason: string }[] }} Counts */

/** Parts of paths: only the test files that have one of them are run. */
const filters = process.argv.slice(2);
const inCi = process.env.CI === 'true' || process.env.CI === '1';

/** @param {Counts} counts */
function finish({ passed, failed, skipped }) {
  console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  process.exitCode = failed > 0 || (inCi && skipped.length > 0) ? 1 : 0;
}

/**
 * Runs a test runner on this terminal. What it counted comes back through a file, because a runner
 * that dies before its end must not pass for one that found nothing.
 * @param {string} name
 * @param {string} script
 * @param {string[]} args
 * @returns {Promise<Counts>}
 */
async function count(name, script, args) {
  const folder = mkdtempSync(join(tmpdir(), 'crewbridge-counts-'));
  const file = join(folder, 'counts.json');
  try {
    // The runners set NODE_ENV to what they need.
    const { NODE_ENV: _, ...env } = process.env;
    const code = await runTool(script, [...args, ...filters], { ...env, TEST_COUNTS_FILE: file });
    if (existsSync(file)) {
      /** @type {Counts} */
      const counts = JSON.parse(readFileSync(file, 'utf8'));
      if (code === 0 || counts.failed > 0) return counts;
      console.log(
        `${name} ended with exit code ${code}, and no test of it failed: counted as one failure.`,
      );
      return { ...counts, failed: 1 };
    }
    if (code === 0 && filters.length > 0) return { passed: 0, failed: 0, skipped: [] };
    console.log(`${name} ended with exit code ${code} before it reported: counted as one failure.`);
    return { passed: 0, failed: 1, skipped: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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

try {
  await prepare();
  // Quick ones first; the browser's, which take longest, last.
  const runs = [
    await count('Vitest', 'vitest/vitest.mjs', ['run', '--passWithNoTests']),
    await count('Playwright', '@playwright/test/cli.js', ['test', '--pass-with-no-tests']),
  ];
  /** @type {Counts} */
  const all = {
    passed: runs.reduce((sum, { passed }) => sum + passed, 0),
    failed: runs.reduce((sum, { failed }) => sum + failed, 0),
    skipped: runs.flatMap(({ skipped }) => skipped),
  };
  if (all.passed + all.failed + all.skipped.length === 0) {
    console.log(`There is no test file for: ${filters.join(' ')}`);
    all.failed = 1;
  }
  explain(all.skipped);
  finish(all);
} catch (error) {
  console.log(error instanceof PreparationError ? error.message : error);
  finish({ passed: 0, failed: 1, skipped: [] });
}
