import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { Area, Findings } from '../measure';
import { warm, withSite } from '../site';

const paths = ['/', '/talent', '/talent?role=Receptionist', '/api/talents', '/privacy'];

/** Megabytes that a process holds (Linux tells; elsewhere nothing is measured). */
function resident(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

async function run(progress: (line: string) => void): Promise<Findings> {
  return withSite(async (site) => {
    for (const path of paths) await warm(site.url + path);
    const ask = async (amount: number) => {
      await autocannon({
        url: site.url,
        connections: 20,
        amount,
        requests: paths.map((path) => ({ path, headers: { 'accept-encoding': 'br' } })),
      });
      const held = resident(site.pid);
      progress(`${Math.round(held)} MB after another ${amount}`);
      return held;
    };
    const first = await ask(100_000);
    const last = await ask(200_000);
    return {
      measures: [
        { name: 'resident after 100,000 requests', value: first, unit: 'MB', max: 120 },
        { name: 'resident after 300,000 requests', value: last, unit: 'MB' },
        // A garbage collector breathes: 5 % are no growth.
        { name: 'growth from 100,000 to 300,000', value: last / first, unit: 'x', max: 1.05 },
      ],
    };
  });
}

export default { title: 'Memory of the process under requests', run } satisfies Area;
