import { spawnSync } from 'node:child_process';

/** Timeout of the audit, in milliseconds. */
const timeoutMs = 30_000;

/**
 * Queries the registry for known vulnerabilities in the production dependencies.
 * @returns {'passed' | 'failed' | 'not checked'} failed when one of them is high or critical; not checked
 *   when the registry has no audit endpoint
 */
export function auditDependencies() {
  const { stdout } = spawnSync('npm audit --omit=dev --json', {
    shell: true,
    encoding: 'utf8',
    timeout: timeoutMs,
  });
  const counts = parseCounts(stdout);
  if (!counts) return 'not checked';
  const { high = 0, critical = 0 } = counts;
  console.log(
    `Known vulnerabilities in production dependencies: ${high} high, ${critical} critical.`,
  );
  return high + critical === 0 ? 'passed' : 'failed';
}

/**
 * Parses the number of vulnerabilities by severity from an audit report.
 * @param {string | null} report
 * @returns {{ high?: number, critical?: number } | undefined} undefined when it is not a report
 */
function parseCounts(report) {
  try {
    return JSON.parse(report ?? '').metadata?.vulnerabilities;
  } catch {
    return undefined;
  }
}
