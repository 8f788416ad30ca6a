import { againstBare } from '../against-bare';
import type { Area, Findings, Measure } from '../measure';
import { warm, withSite } from '../site';

const lists = ['stats', 'talents', 'case-studies', 'packages'];

async function run(progress: (line: string) => void): Promise<Findings> {
  return withSite(async (site) => {
    const measures: Measure[] = [];
    for (const list of lists) {
      const url = `${site.url}/api/${list}`;
      await warm(url);
      const headers = { 'accept-encoding': 'br' };
      measures.push(
        ...(await againstBare({ name: list, url, headers, status: 200, min: 0.75, progress })),
      );
    }
    return { measures };
  });
}

export default {
  title: 'The four lists at 50 connections, against a bare node:http server with the same bytes',
  run,
} satisfies Area;
