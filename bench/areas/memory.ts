import autocannon from 'autocannon';
import { readResidentSize } from '../../tests/support/resident-size';
import type { Area, Findings } from '../measure';
import { warm, withSite } from '../site';

const paths = ['/', '/talent', '/talent?role=Receptionist', '/api/talents', '/privacy'];

async function run(progress: (line: string) => void): Promise<Findings> {
  return withSite(async (site) => {
    for (const path of paths) await warm(site.url + path);
    const sendRequests = async (amount: number) => {
      await autocannon({
        url: site.url,
        connections: 20,
        amount,
        requests: paths.map((path) => ({ path, headers: { 'accept-encoding': 'br' } })),
      });
      const megabytes = readResidentSize(site.pid) ?? Number.NaN;
      progress(`${Math.round(megabytes)} MB after another ${amount}`);
      return megabytes;
    };
    const first = await sendRequests(100_000);
    const last = await sendRequests(200_000);
    return {
      measures: [
        // About 60 MB of it are pages of Node's own program, which Node 24 needs 15 MB more of.
        { name: 'resident after 100,000 requests', value: first, unit: 'MB', max: 130 },
        { name: 'resident after 300,000 requests', value: last, unit: 'MB' },
        // Garbage collection makes memory fluctuate: up to 5% is not growth.
        {
          name: 'growth from 100,000 to 300,000 requests',
          value: last / first,
          unit: 'x',
          max: 1.05,
        },
      ],
    };
  });
}

export default { title: 'Memory of the process under load', run } satisfies Area;
