import { collections } from '../../src/content/collections/collections';
import { compareWithBareServer } from '../compare-with-bare-server';
import type { Area, Findings, Measure } from '../measure';
import { warm, withSite } from '../site';

const lists = collections.map(({ path }) => path);

async function run(progress: (line: string) => void): Promise<Findings> {
  return withSite(async (site) => {
    const measures: Measure[] = [];
    for (const list of lists) {
      const url = `${site.url}/api/${list}`;
      await warm(url);
      const headers = { 'accept-encoding': 'br' };
      measures.push(
        ...(await compareWithBareServer({
          name: list,
          url,
          headers,
          status: 200,
          min: 0.75,
          progress,
        })),
      );
    }
    return { measures };
  });
}

export default {
  title:
    'The four lists with 50 connections, compared with a bare node:http server that sends the same bytes',
  run,
} satisfies Area;
