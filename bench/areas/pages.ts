import { againstBare } from '../against-bare';
import { rawAnswer } from '../bare-server';
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
      const { etag = '' } = (await rawAnswer(url, brotli)).headers;
      const known = { ...brotli, 'if-none-match': etag };
      const common = { url, min: 0.8, progress };
      measures.push(
        ...(await againstBare({ ...common, name: path, headers: brotli, status: 200 })),
        ...(await againstBare({ ...common, name: `${path} 304`, headers: known, status: 304 })),
      );
    }
    return { measures };
  });
}

export default {
  title: 'Pages at 50 connections, against a bare node:http server with the same bytes',
  run,
} satisfies Area;
