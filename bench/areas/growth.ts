import type { Page } from '@playwright/test';
import type { ApiClient } from '../../tests/support/api-client';
import type { ServerProcess } from '../../tests/support/server-process';
import { temporaryFolder } from '../../tests/support/temporary-folder';
import { withBrowser } from '../browser';
import { type Area, type Findings, type Measure, measureInTurn } from '../measure';
import { startSeededSite } from '../seed';

const sizes = [
  { talents: 10, leads: 100 },
  { talents: 1_000, leads: 10_000 },
  { talents: 10_000, leads: 100_000 },
] as const;
const rounds = 11;

interface Site {
  url: string;
  /** Signed in. */
  api: ApiClient;
  page: Page;
}

/** Returns the milliseconds that `work` takes. */
async function measureTime(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** Measures the talent page from the navigation until the number of matches is shown. */
async function measureFirstView({ page, url }: Site): Promise<number> {
  return measureTime(async () => {
    await page.goto(`${url}/talent`);
    await page.getByText(/^Showing \d+ professional\(s\)$/).waitFor();
  });
}

/** Measures, inside the page, the time from checking a filter until the list has changed. */
async function measureFilterChange({ page, url }: Site): Promise<number> {
  await page.goto(`${url}/talent`, { waitUntil: 'networkidle' });
  return page.evaluate(async () => {
    const box = document.querySelector<HTMLInputElement>('aside input[value="Receptionist"]');
    const status = document.querySelector('main section [role="status"]');
    if (!box || !status) throw new Error('The talent page has no panel.');
    const before = status.textContent;
    const startedAt = performance.now();
    const changed = new Promise<number>((resolve) => {
      new MutationObserver(() => {
        if (status.textContent !== before) resolve(performance.now() - startedAt);
      }).observe(status, { childList: true, characterData: true, subtree: true });
    });
    box.click();
    return changed;
  });
}

const measureHomePage = ({ url }: Site) =>
  measureTime(async () => {
    // A parameter that no page reads: it bypasses HTTP caches, but not the server's page cache.
    const response = await fetch(`${url}/?utm_source=${Math.random()}`);
    await response.text();
  });

const measureLeadsPage = ({ api }: Site) =>
  measureTime(async () => {
    const { body } = await api.get('/api/leads?limit=100');
    const leads = body as unknown[];
    if (leads.length !== 100) throw new Error(`Got ${leads.length} leads instead of 100.`);
  });

const views = [
  { name: '/', measure: measureHomePage, max: 2 },
  { name: '/talent, first view', measure: measureFirstView, max: 2 },
  { name: '/talent, a filter changed', measure: measureFilterChange, max: 2 },
  { name: 'leads, first page', measure: measureLeadsPage, max: 2 },
];

async function run(progress: (line: string) => void): Promise<Findings> {
  const folders = sizes.map(() => temporaryFolder());
  const servers: ServerProcess[] = [];
  try {
    return await withBrowser(async (browser) => {
      const sites: Site[] = [];
      for (const [index, size] of sizes.entries()) {
        const path = folders[index]?.path ?? '';
        progress(`inserting ${size.talents} talents and ${size.leads} leads`);
        const { server, api } = await startSeededSite({ DATA_DIR: path }, size);
        servers.push(server);
        const context = await browser.newContext();
        const page = await context.newPage();
        sites.push({ url: server.url, api, page });
      }
      const measures: Measure[] = [];
      for (const { name, measure, max } of views) {
        const [small = 0, middle = 0, large = 0] = await measureInTurn(rounds, sites, measure);
        progress(`${name}: ${[small, middle, large].map((time) => time.toFixed(1)).join(', ')} ms`);
        measures.push(
          { name: `${name}, smallest`, value: small, unit: 'ms' },
          { name: `${name}, medium relative to smallest`, value: middle / small, unit: 'x' },
          { name: `${name}, largest relative to smallest`, value: large / small, unit: 'x', max },
        );
      }
      return { measures };
    });
  } finally {
    for (const server of servers) await server.stop();
    for (const folder of folders) folder.remove();
  }
}

export default {
  title: '10, 1,000 and 10,000 talents; 100, 10,000 and 100,000 leads',
  run,
} satisfies Area;
