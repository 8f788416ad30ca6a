import { describe, expect, test } from 'vitest';
import { listAddresses, requestDistinctAddresses } from '../faults/distinct-addresses';
import { readResidentSize } from '../support/resident-size';
import { startEmptySite } from '../support/test-resources';

/** Megabytes that 20,000 more URLs may add. When each one was cached forever, they added at least 30. */
const maxGrowthMegabytes = 15;

describe('requests for 20,000 distinct addresses', () => {
  test('grow the process by less than 15 MB', async ({ skip }) => {
    const server = await startEmptySite();
    const flood = (from: number, to: number) =>
      requestDistinctAddresses(server.url, { from, to, kinds: listAddresses });
    // Warm-up: fills the cache and lets V8 compile the code.
    await flood(0, 6_000);
    const before = readResidentSize(server.pid) ?? skip('This system has no /proc.');
    const statuses = await flood(6_000, 26_000);
    const after = readResidentSize(server.pid) ?? 0;
    expect([...statuses.keys()]).toEqual([200]);
    expect(after - before).toBeLessThan(maxGrowthMegabytes);
  });
});
