import { randomUUID } from 'node:crypto';
import type { Browser } from '@playwright/test';
import { openDatabase } from '../../src/db/database.server';
import type {} from '../../src/leads/table.server';
import { ApiClient, adminPassword } from '../../tests/support/api-client';
import { sampleItems, sampleLead } from '../../tests/support/samples';
import type { ServerProcess } from '../../tests/support/server-process';
import { withBrowser } from '../browser';
import { type Area, type Findings, median } from '../measure';
import { withSite } from '../site';

const rounds = 9;

/** The amount of data in each of the two sites. */
const sizes = {
  few: { talents: 10, leads: 10 },
  many: { talents: 1_000, leads: 100_000 },
};
type Size = keyof typeof sizes;

/** Rows per insert: SQLite and PostgreSQL limit the number of parameters. */
const batchSize = 500;

async function addTalents(api: ApiClient, count: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const { status } = await api.post('/api/talents', {
      ...sampleItems.talents,
      name: `Person ${index + 1}`,
    });
    if (status !== 201) throw new Error(`Creating a talent got ${status}.`);
  }
}

/**
 * Sends one inquiry and copies its row, because 100,000 inquiries would cause as many emails and
 * take minutes.
 */
async function addLeads(api: ApiClient, folder: string, count: number): Promise<void> {
  await api.post('/api/leads', sampleLead);
  const db = await openDatabase({ DATA_DIR: folder });
  try {
    const lead = await db.selectFrom('leads').selectAll().executeTakeFirstOrThrow();
    const newest = Date.parse(lead.createdAt);
    await db.transaction().execute(async (transaction) => {
      for (let inserted = 1; inserted < count; inserted += batchSize) {
        const rows = Array.from({ length: Math.min(batchSize, count - inserted) }, (_, index) => ({
          ...lead,
          id: randomUUID(),
          companyName: `Company ${inserted + index}`,
          createdAt: new Date(newest - (inserted + index) * 1_000).toISOString(),
        }));
        await transaction.insertInto('leads').values(rows).execute();
      }
    });
  } finally {
    await db.destroy();
  }
}

const withFilledSite = <Result>(size: Size, work: (site: ServerProcess) => Promise<Result>) =>
  withSite(
    async (site, dataDir) => {
      const api = new ApiClient(site.url);
      await api.signIn();
      await addTalents(api, sizes[size].talents);
      await addLeads(api, dataDir, sizes[size].leads);
      return work(site);
    },
    { environment: { DEMO_CONTENT: 'false' } },
  );

type WindowWithTime = Window & { readyAt?: number };

/** Runs in the page: records when the four figures of the overview, or the rows, are rendered. */
function recordReadyTime(): void {
  const check = () => {
    const figures = [...document.querySelectorAll('[aria-label="Summary"] > li b')];
    const filled = figures.filter((figure) => /^[\d,]+$/.test(figure.textContent ?? ''));
    const isReady = filled.length === 4 || document.querySelector('li[aria-posinset]');
    if (isReady) (window as WindowWithTime).readyAt = performance.now();
    else requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
}

/**
 * Opens the overview and then the talents tab, signed in and with an empty browser cache.
 * @returns milliseconds from each navigation until the figures and the rows are rendered, added up
 */
async function measureDashboard(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ baseURL: url });
  try {
    await context.request.post('/api/auth/admin/login', { data: { password: adminPassword } });
    let total = 0;
    for (const path of ['/admin', '/admin?tab=talents']) {
      const page = await context.newPage();
      await page.addInitScript(recordReadyTime);
      await page.goto(path, { waitUntil: 'commit' });
      const readyHandle = await page.waitForFunction(() => (window as WindowWithTime).readyAt);
      total += Number(await readyHandle.jsonValue());
      await page.close();
    }
    return total;
  } finally {
    await context.close();
  }
}

async function run(progress: (line: string) => void): Promise<Findings> {
  progress('filling both sites');
  return withFilledSite('few', (few) =>
    withFilledSite('many', (many) =>
      withBrowser(async (browser) => {
        const sites = [
          { url: few.url, times: [] as number[] },
          { url: many.url, times: [] as number[] },
        ];
        for (const { url } of sites) await measureDashboard(browser, url);
        // Alternate between the sites, so that other load on the machine affects both equally.
        for (let round = 1; round <= rounds; round++) {
          for (const { url, times } of sites) times.push(await measureDashboard(browser, url));
          progress(
            `${round}/${rounds}: ${sites.map(({ times }) => `${Math.round(times.at(-1) ?? 0)} ms`).join(', ')}`,
          );
        }
        const [small = Number.NaN, large = Number.NaN] = sites.map(({ times }) => median(times));
        return {
          measures: [
            { name: 'with many relative to with few', value: large / small, max: 2 },
            { name: 'ready with 10 talents and 10 leads', value: small, unit: 'ms' },
            { name: 'ready with 1,000 talents and 100,000 leads', value: large, unit: 'ms' },
          ],
        };
      }),
    ),
  );
}

export default {
  title: `Time until the overview and the talents tab are ready, median of ${rounds} runs`,
  run,
} satisfies Area;
