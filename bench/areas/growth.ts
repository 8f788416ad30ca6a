import type { Page } from '@playwright/test';
import { startServer } from '../../tests/server-process';
import { temporaryFolder } from '../../tests/temporary-folder';
import { withBrowser } from '../browser';
import { type Area, type Findings, type Measure, median } from '../measure';
import { seed } from '../seed';
import { settings } from '../site';

const sizes = [
  { talents: 10, leads: 100 },
  { talents: 1_000, leads: 10_000 },
  { talents: 10_000, leads: 100_000 },
] as const;
const rounds = 11;

interface Site {
  url: string;
  cookie: string;
  page: Page;
}

/** Milliseconds that work takes. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api/auth/admin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: url },
    body: JSON.stringify({ password: settings('').ADMIN_PASSWORD }),
  });
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  if (!cookie) throw new Error(`The sign-in answered ${response.status}.`);
  return cookie;
}

/** A view of the talent page, from the navigation to the count of those who match. */
async function firstView({ page, url }: Site): Promise<number> {
  return timed(async () => {
    await page.goto(`${url}/talent`);
    await page.getByText(/^Showing \d+ professional\(s\)$/).waitFor();
  });
}

/** A tick in the panel, to the list that it asks for: measured in the page itself. */
async function filterChange({ page, url }: Site): Promise<number> {
  await page.goto(`${url}/talent`, { waitUntil: 'networkidle' });
  return page.evaluate(async () => {
    const box = document.querySelector<HTMLInputElement>('aside input[value="Receptionist"]');
    const status = document.querySelector('.res [role="status"]');
    if (!box || !status) throw new Error('The talent page has no panel.');
    const before = status.textContent;
    const began = performance.now();
    const changed = new Promise<number>((resolve) => {
      new MutationObserver(() => {
        if (status.textContent !== before) resolve(performance.now() - began);
      }).observe(status, { childList: true, characterData: true, subtree: true });
    });
    box.click();
    return changed;
  });
}

const home = ({ url }: Site) =>
  timed(async () => {
    // A parameter that no page reads: the browser's cache is out of it, the server's is not.
    const response = await fetch(`${url}/?utm_source=${Math.random()}`);
    await response.text();
  });

const leadsPage = ({ url, cookie }: Site) =>
  timed(async () => {
    const response = await fetch(`${url}/api/leads?limit=100`, { headers: { cookie } });
    const leads = (await response.json()) as unknown[];
    if (leads.length !== 100) throw new Error(`${leads.length} leads came, not 100.`);
  });

const views = [
  { name: '/', read: home, max: 2 },
  { name: '/talent, first view', read: firstView, max: 2 },
  { name: '/talent, a filter changed', read: filterChange, max: 2 },
  { name: 'leads, first page', read: leadsPage, max: 2 },
];

async function run(progress: (line: string) => void): Promise<Findings> {
  const folders = sizes.map(() => temporaryFolder());
  const servers: Awaited<ReturnType<typeof startServer>>[] = [];
  try {
    return await withBrowser(async (browser) => {
      const sites: Site[] = [];
      for (const [index, size] of sizes.entries()) {
        const path = folders[index]?.path ?? '';
        progress(`filling in ${size.talents} talents and ${size.leads} leads`);
        await seed(path, size);
        const server = await startServer({ ...settings(path), DEMO_CONTENT: 'false' });
        servers.push(server);
        const context = await browser.newContext();
        const page = await context.newPage();
        sites.push({ url: server.url, cookie: await signIn(server.url), page });
      }
      const measures: Measure[] = [];
      for (const { name, read, max } of views) {
        const times = sites.map((): number[] => []);
        // In turns, so that what else the machine does meets all sizes alike; the first turn warms up.
        for (let round = 0; round <= rounds; round += 1) {
          for (const [index, site] of sites.entries()) {
            const time = await read(site);
            if (round > 0) times[index]?.push(time);
          }
        }
        const [small = 0, middle = 0, large = 0] = times.map(median);
        progress(`${name}: ${[small, middle, large].map((time) => time.toFixed(1)).join(', ')} ms`);
        measures.push(
          { name: `${name}, smallest`, value: small, unit: 'ms' },
          { name: `${name}, a hundredfold`, value: middle / small, unit: 'x' },
          { name: `${name}, a thousandfold`, value: large / small, unit: 'x', max },
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
