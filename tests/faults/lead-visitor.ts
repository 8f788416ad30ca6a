import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ApiClient } from '../support/api-client';
import { query } from '../support/postgres-client';
import { sampleLead } from '../support/samples';

/** Maximum time until inquiries are stored again. */
const maxRecoveryMs = 5_000;

/** Sends inquiries and records the company names of those that were acknowledged. */
export function createVisitor(url: string) {
  const api = new ApiClient(url);
  const acknowledged: string[] = [];
  async function send() {
    const companyName = randomUUID();
    const response = await api.post('/api/leads', { ...sampleLead, companyName });
    if (response.status === 201) acknowledged.push(companyName);
    return response;
  }
  /** Finds leads that were acknowledged but not stored, or stored twice. */
  async function findDamage(databaseUrl: string): Promise<string[]> {
    const rows = await query(databaseUrl, 'select company_name from leads');
    const stored: string[] = rows.map((row) => row.company_name);
    const lost = acknowledged.filter((name) => !stored.includes(name)).length;
    return [
      ...(lost > 0 ? [`${lost} acknowledged leads lost`] : []),
      ...(new Set(stored).size === stored.length ? [] : ['leads stored twice']),
    ];
  }
  return { api, acknowledged, send, findDamage };
}

export type Visitor = ReturnType<typeof createVisitor>;

/** Waits until /readyz returns a status. @returns milliseconds; Infinity when it never does */
export async function waitForReadiness({ api }: Visitor, expected: number): Promise<number> {
  const startedAt = performance.now();
  while (performance.now() - startedAt < 2 * maxRecoveryMs) {
    if ((await api.get('/readyz')).status === expected) return performance.now() - startedAt;
    await pause(50);
  }
  return Number.POSITIVE_INFINITY;
}

/** Waits until an inquiry is stored. @returns milliseconds and the problems found */
export async function waitUntilStored(
  visitor: Visitor,
): Promise<{ tookMs: number; problems: string[] }> {
  const problems: string[] = [];
  const startedAt = performance.now();
  for (;;) {
    const { status } = await visitor.send();
    const tookMs = performance.now() - startedAt;
    if (status === 201 || tookMs > maxRecoveryMs) {
      if (status !== 201) problems.push('inquiries were not stored again');
      if (!Number.isFinite(await waitForReadiness(visitor, 200)))
        problems.push('/readyz stayed at 503');
      return { tookMs, problems };
    }
    if (status !== 503) problems.push(`an inquiry got ${status}`);
    await pause(50);
  }
}
