import { randomUUID } from 'node:crypto';
import type { Browser } from '@playwright/test';
import type {} from '../../src/features/leads/lead-table.server';
import { openDatabase } from '../../src/lib/database.server';
import { ApiClient } from '../../tests/api-client';
import { sampleItems, sampleLead } from '../../tests/samples';
import { type ServerProcess, startServer } from '../../tests/server-process';
import { temporaryFolder } from '../../tests/temporary-folder';
import { withBrowser } from '../browser';
import { type Area, type Findings, median } from '../measure';
import { settings } from '../site';

const runs = 9;

/** How much each of the two sites holds. */
const sizes = {
  few: { talents: 10, leads: 10 },
  many: { talents: 1_000, leads: 100_000 },
};
type Size = keyof typeof sizes;

/** Rows that one statement inserts: PostgreSQL and SQLite both bound its parameters. */
const batch = 500;

async function addTalents(api: ApiClient, count: number): Promise<void> {
  for (let place = 0; place < count; place++) {
    const { status } = await api.post('/api/talents', {
      ...sampleItems.talents,
      name: `Person ${place + 1}`,
    });
    if (status !== 201) throw new Error(`A talent was refused with ${status}.`);
  }
}

/** Sends one enquiry and copies its row: 100,000 would cause as many mails and take minutes. */
async function addLeads(api: ApiClient, folder: string, count: number): Promise<void> {
  await api.post('/api/leads', sampleLead);
  const db = await openDatabase({ DATA_DIR: folder });
  try {
    const lead = await db.selectFrom('leads').selectAll().executeTakeFirstOrThrow();
    const newest = Date.parse(lead.createdAt);
    await db.transaction().execute(async (transaction) => {
      for (let made = 1; made < count; made += batch) {
        const rows = Array.from({ length: Math.min(batch, count - made) }, (_, place) => ({
          ...lead,
          id: randomUUID(),
          companyName: `Company ${made + place}`,
          createdAt: new Date(newest - (made + place) * 1_000).toISOString(),
        }));
        await transaction.insertInto('leads').values(rows).execute();
      }
    });
  } finally {
    await db.destroy();
  }
}

async function withFilledSite<Result>(
  size: Size,
  work: (site: ServerProcess) => Promise<Result>,
): Promise<Result> {
  const folder = temporaryFolder();
  try {
    const access = settings(folder.path);
    const site = await startServer({ ...access, DEMO_CONTENT: 'false' });
    try {
      const api = new ApiClient(site.url);
      await api.signIn(access.ADMIN_PASSWORD);
      await addTalents(api, sizes[size].talents);
      await addLeads(api, folder.path, sizes[size].leads);
      return await work(site);
    } finally {
      await site.kill();
    }
  } finally {
    folder.remove();
  }
}

type Waiting = Window & { readyAt?: number };

/**
 * Opens the talents tab like an owner who comes back: signed in, nothing in the browser's cache.
 * @returns milliseconds from the navigation until the four figures and the rows are drawn
 */
async function open(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ baseURL: url });
  try {
    await context.request.post('/api/auth/admin/login', {
      data: { password: settings('').ADMIN_PASSWORD },
    });
    const page = await context.newPage();
    await page.addInitScript(() => {
      const look = () => {
        const figures = [...document.querySelectorAll('[aria-label="Summary"] > li b')];
        const filled = figures.filter((figure) => /^[\d,]+$/.test(figure.textContent ?? ''));
        const isReady = filled.length === 4 && document.querySelector('li[aria-posinset]');
        if (isReady) (window as Waiting).readyAt = performance.now();
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto('/admin?tab=talents', { waitUntil: 'commit' });
    const ready = await page.waitForFunction(() => (window as Waiting).readyAt);
    return Number(await ready.jsonValue());
  } finally {
    await context.close();
  }
}

async function run(progress: (line: string) => void): Promise<Findings> {
  progress('filling the two sites');
  return withFilledSite('few', (few) =>
    withFilledSite('many', (many) =>
      withBrowser(async (browser) => {
        const sites = [
          { url: few.url, times: [] as number[] },
          { url: many.url, times: [] as number[] },
        ];
        for (const { url } of sites) await open(browser, url);
        // In turns, so that what else the machine does meets both alike.
        for (let turn = 1; turn <= runs; turn++) {
          for (const { url, times } of sites) times.push(await open(browser, url));
          progress(
            `${turn}/${runs}: ${sites.map(({ times }) => `${Math.round(times.at(-1) ?? 0)} ms`).join(', ')}`,
          );
        }
        const [small = Number.NaN, large = Number.NaN] = sites.map(({ times }) => median(times));
        return {
          measures: [
            { name: 'with many, times with few', value: large / small, max: 2 },
            { name: 'ready with 10 talents and 10 leads', value: small, unit: 'ms' },
            { name: 'ready with 1,000 talents and 100,000 leads', value: large, unit: 'ms' },
          ],
        };
      }),
    ),
  );
}

export default {
  title: `The dashboard with its talents, ready to be used, median of ${runs} runs`,
  run,
} satisfies Area;
