import type { Page, Request } from '@playwright/test';
import { withBrowser } from '../browser';
import type { Area, Findings, Measure } from '../measure';
import { warm, withSite } from '../site';

const paths = ['/', '/talent', '/enquiry', '/nothing', '/admin/login'];

/** A phone's screen, not scrolled. */
const viewport = { width: 412, height: 823 };

/** Kilobytes that a visitor's page may take, by kind; what the admin's takes is only said. */
const bounds: Record<string, Record<string, number>> = {
  // JavaScript: 1.32 of React and ReactDOM alone, which are 58.1; `tests/e2e/byte-budget.e2e.ts` holds it.
  '/': { JS: 76.7, CSS: 12, HTML: 12, fonts: 60 },
  '/talent': { JS: 76.7, CSS: 12, HTML: 12, fonts: 60 },
};

const kinds: Record<string, string> = {
  document: 'HTML',
  script: 'JS',
  stylesheet: 'CSS',
  font: 'fonts',
  image: 'images',
};
const names = ['HTML', 'JS', 'CSS', 'fonts', 'images', 'other'];

/** What a page fetches by itself, before anyone touches it: bodies as they came, compressed. */
async function weigh(page: Page, url: string): Promise<{ kind: string; bytes: number }[]> {
  const requests: Request[] = [];
  page.on('requestfinished', (request) => requests.push(request));
  await page.goto(url, { waitUntil: 'networkidle', timeout: 30_000 });
  return Promise.all(
    requests.map(async (request) => ({
      kind: kinds[request.resourceType()] ?? 'other',
      bytes: (await request.sizes()).responseBodySize,
    })),
  );
}

async function run(progress: (line: string) => void): Promise<Findings> {
  return withSite(({ url }) =>
    withBrowser(async (browser) => {
      const measures: Measure[] = [];
      for (const path of paths) {
        progress(path);
        if (path in bounds) await warm(url + path);
        const context = await browser.newContext({ viewport });
        const files = await weigh(await context.newPage(), url + path);
        await context.close();
        for (const name of names) {
          const these = files.filter(({ kind }) => kind === name);
          if (these.length === 0) continue;
          const max = bounds[path]?.[name];
          measures.push({
            name: `${path} ${name}${these.length > 1 ? ` (${these.length} files)` : ''}`,
            value: these.reduce((sum, { bytes }) => sum + bytes, 0) / 1000,
            unit: 'kB',
            ...(max !== undefined && { max }),
          });
        }
      }
      return { measures };
    }),
  );
}

export default {
  title: 'Bytes of each page before anyone touches it, as sent',
  run,
} satisfies Area;
