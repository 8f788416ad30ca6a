import { fetchRawResponse } from '../bare-server';
import { compareWithBareServer } from '../compare-with-bare-server';
import type { Area, Findings, Measure } from '../measure';
import { warm, withSite } from '../site';

const paths = ['/', '/talent'];

async function run(progress: (line: string) => void): Promise<Findings> {
  return withSite(async (site) => {
    const measures: Measure[] = [];
    for (const path of paths) {
      const url = site.url + path;
      await warm(url);
      const brotli = { 'accept-encoding': 'br' };
      const { etag = '' } = (await fetchRawResponse(url, brotli)).headers;
      const conditional = { ...brotli, 'if-none-match': etag };
      const common = { url, min: 0.8, progress };
      measures.push(
        ...(await compareWithBareServer({ ...common, name: path, headers: brotli, status: 200 })),
        ...(await compareWithBareServer({
          ...common,
          name: `${path} 304`,
          headers: conditional,
          status: 304,
        })),
      );
    }
    return { measures };
  });
}

export default {
  title:
    'Pages with 50 connections, compared with a bare node:http server that sends the same bytes',
  run,
} satisfies Area;
