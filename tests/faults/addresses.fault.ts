import { readResidentSize } from '../support/resident-size';
import { requestDistinctAddresses } from './distinct-addresses';
import { type Fault, outcome } from './fault';

/** Maximum resident memory at the end, in megabytes. */
const maxMegabytes = 180;

/**
 * Maximum growth from a third of the requests to the end, in megabytes: collecting garbage makes the
 * size vary by a few.
 */
const maxGrowthMegabytes = 8;

export default {
  name: 'addresses',
  guarantee:
    'A client requests endless distinct URLs: at most 180 MB resident, the same at a third and at the end, no 5xx',
  engines: ['sqlite', 'postgres'],
  async run({ newDatabase, startServer, numberFlag }) {
    const count = numberFlag('addresses', 300_000);
    const server = await startServer({ ...(await newDatabase()), DEMO_CONTENT: 'true' });
    const before = readResidentSize(server.pid);
    if (before === undefined)
      return { skipped: 'This system has no /proc to read the memory from.' };
    const problems: string[] = [];
    const sizes: number[] = [];
    for (let part = 0; part < 10; part += 1) {
      const statuses = await requestDistinctAddresses(server.url, {
        from: Math.floor((count * part) / 10),
        to: Math.floor((count * (part + 1)) / 10),
      });
      for (const [status, responses] of statuses) {
        if (status === 0 || status >= 500) problems.push(`${responses} responses were ${status}`);
      }
      sizes.push(readResidentSize(server.pid) ?? Number.NaN);
    }
    const early = sizes[2] ?? Number.NaN;
    const after = sizes.at(-1) ?? Number.NaN;
    if (!(after <= maxMegabytes)) problems.push(`${Math.round(after)} MB resident at the end`);
    if (!(after - early <= maxGrowthMegabytes))
      problems.push(`${Math.round(after - early)} MB more at the end than at a third`);
    if (!(await fetch(`${server.url}/healthz`)).ok) problems.push('not healthy at the end');
    return outcome(
      problems,
      `${count} URLs, each twice: ${Math.round(before)} MB before, ${Math.round(early)} MB at a third, ${Math.round(Math.max(...sizes))} MB at most, ${Math.round(after)} MB after`,
    );
  },
} satisfies Fault;
