import { describe, expect, test } from 'vitest';
import { listAddresses, requestDistinctAddresses } from '../faults/distinct-addresses';
import { readResidentSize } from '../resident-size';
import { startEmptySite } from './empty-site';

/** Megabytes that 20,000 more addresses may add; kept for good, they added 30 and more. */
const maxGrowth = 15;

describe('a stranger who asks for endless distinct addresses', () => {
  test('does not make the process grow', async ({ skip }) => {
    const server = await startEmptySite();
    const flood = (from: number, to: number) =>
      requestDistinctAddresses(server.url, { from, to, kinds: listAddresses });
    // The cache is full by then, and the code compiled.
    await flood(0, 6_000);
    const before = readResidentSize(server.pid) ?? skip('This system has no /proc.');
    const statuses = await flood(6_000, 26_000);
    const after = readResidentSize(server.pid) ?? 0;
    expect([...statuses.keys()]).toEqual([200]);
    expect(after - before).toBeLessThan(maxGrowth);
  }, 180_000);
});
