import type { Browser } from '@playwright/test';
import { adminPassword } from '../../tests/support/api-client';
import { temporaryFolder } from '../../tests/support/temporary-folder';
import { withBrowser } from '../browser';
import { type Area, type Findings, measureInTurn } from '../measure';
import { startSeededSite } from '../seed';

const rounds = 9;

/** The amount of data in each of the two sites. */
const sizes = {
  few: { talents: 10, leads: 10 },
  many: { talents: 1_000, leads: 100_000 },
};

async function withFilledSite<Result>(
  counts: { talents: number; leads: number },
  work: (url: string) => Promise<Result>,
): Promise<Result> {
  const folder = temporaryFolder();
  try {
    const { server } = await startSeededSite({ DATA_DIR: folder.path }, counts);
    return await work(server.url).finally(() => server.kill());
  } finally {
    folder.remove();
  }
}

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
  return withFilledSite(sizes.few, (few) =>
    withFilledSite(sizes.many, (many) =>
      withBrowser(async (browser) => {
        const [small = Number.NaN, large = Number.NaN] = await measureInTurn(
          rounds,
          [few, many],
          (url) => measureDashboard(browser, url),
        );
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
