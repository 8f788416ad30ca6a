import { auditDependencies } from './audit-dependencies.mjs';
import { giveUp, prepare } from './prepare.mjs';
import { runTool } from './run-tool.mjs';

await prepare({ dev: true }).catch(giveUp);

/** @type {[string, string, string[]][]} */
const checks = [
  ['Formatting and lint', '@biomejs/biome/bin/biome', ['check', '--error-on-warnings', '.']],
  ['Types', 'typescript/bin/tsc', ['--noEmit']],
  ['Types of the scripts', 'typescript/bin/tsc', ['--noEmit', '-p', 'scripts']],
  ['Unused files, exports and packages', 'knip/bin/knip.js', []],
];

// Run all checks, even after a failure, to report every problem at once.
const failed = [];
for (const [name, script, args] of checks) {
  if ((await runTool(script, args)) !== 0) failed.push(name);
}
// Not imported at the top: it needs the packages that `prepare` installs.
const { checkImports } = await import('./check-imports.mjs');
if (!checkImports()) failed.push('Imports between folders');
const { checkBrowserSupport } = await import('./check-browser-support.mjs');
if (!(await checkBrowserSupport())) failed.push('Features of the declared browsers');
const audit = auditDependencies();
if (audit === 'failed') failed.push('Known vulnerabilities (npm audit --omit=dev)');
for (const name of failed) console.error(`${name}: failed`);
if (audit === 'not checked')
  console.log('Known vulnerabilities: NOT CHECKED, because this registry has no audit endpoint.');
if (failed.length === 0)
  console.log(audit === 'passed' ? 'All checks passed.' : 'All other checks passed.');
process.exitCode = failed.length === 0 ? 0 : 1;
