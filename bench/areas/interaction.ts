import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { startServer } from '../../tests/server-process';
import { temporaryFolder } from '../../tests/temporary-folder';
import { withBrowser } from '../browser';
import { type Area, type Findings, type Measure, median } from '../measure';
import { seedDemo } from '../seed';
import { settings, warm } from '../site';
import { uninspectedPage } from '../uninspected-page';

const talents = 2_000;
const rounds = 7;

/** Lighthouse's phone: its screen, and a processor four times slower than this one. */
const phone = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true };
const slowdown = 4;

/** Changes of the filter, one after the other: ticks and unticks, with and without company. */
const changes = ['Receptionist', 'Senior', 'Receptionist', 'Boulevard', 'Senior', 'MedSpa'];

/** Milliseconds without a request that stand for a page that has nothing left to do. */
const restLasts = 300;

/** What the page says of itself. */
interface Watched {
  tasks: number[];
  events: number[];
}

/** Notes long tasks and interactions from the page's first moment on. */
function watch(): void {
  const seen: Watched = { tasks: [], events: [] };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    seen.tasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & {
      interactionId?: number;
    })[])
      if (entry.interactionId) seen.events.push(entry.duration);
    // What TypeScript's library does not know of yet.
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

/** What was noted since the last time. */
const watched = (page: Page): Promise<Watched> =>
  page.evaluate(() => {
    const { seen } = window as unknown as { seen: Watched };
    return { tasks: seen.tasks.splice(0), events: seen.events.splice(0) };
  });

/** Until the page has nothing left to do: it stands for the time in which a visitor looks at it. */
async function atRest(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        page.off('request', wait);
        page.off('requestfinished', wait);
        resolve();
      }, restLasts);
    };
    page.on('request', wait);
    page.on('requestfinished', wait);
    wait();
  });
  await page.evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => setTimeout(resolve))),
  );
}

/** Milliseconds from a press to the next frame: what Event Timing says of it. */
async function pressed(page: Page, press: () => Promise<unknown>): Promise<number> {
  await watched(page);
  await press();
  await atRest(page);
  const { events } = await watched(page);
  // Under the threshold of 16 ms there is no entry.
  return Math.max(0, ...events);
}

/**
 * A tick in the panel without the pointer on it before, to the frame that shows what it asks for:
 * measured in the page.
 */
const filterChange = (page: Page, option: string): Promise<number> =>
  page.evaluate(async (value) => {
    const box = document.querySelector<HTMLInputElement>(`aside input[value="${value}"]`);
    const list = document.querySelector('.tp-g section');
    if (!box || !list) throw new Error('The talent page has no panel.');
    const address = location.href;
    const began = performance.now();
    const shown = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        const isThere = list.querySelector('.tgrid')?.getAttribute('aria-busy') === 'false';
        if (!isThere || location.href === address) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - began);
          port2.postMessage(null);
        });
      });
      observer.observe(list, { childList: true, attributes: true, subtree: true });
    });
    box.click();
    return shown;
  }, option);

/** Runs work in a page of its own on the phone. */
async function onPhone<Result>(
  context: BrowserContext,
  work: (page: Page) => Promise<Result>,
): Promise<Result> {
  const page = await context.newPage();
  try {
    await page.addInitScript(watch);
    const session: CDPSession = await context.newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    return await work(page);
  } finally {
    await page.close();
  }
}

/** In the page: settles when it has loaded, asks for nothing any more and is idle. */
async function restOfPage(quiet: number): Promise<void> {
  const wait = (milliseconds: number) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds));
  while (document.readyState !== 'complete') await wait(50);
  let asked = -1;
  while (asked !== performance.getEntriesByType('resource').length) {
    asked = performance.getEntriesByType('resource').length;
    await wait(quiet);
  }
  await new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve)));
}

/** Milliseconds of the longest task while a page loads on the phone; 0 when none is long (over 50 ms). */
async function loading(browser: Browser, url: string): Promise<number> {
  const page = await uninspectedPage(browser);
  try {
    const { viewport } = phone;
    await page.send('Emulation.setDeviceMetricsOverride', {
      ...viewport,
      deviceScaleFactor: 1,
      mobile: true,
    });
    await page.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.send('Page.enable');
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${watch})()` });
    await page.send('Page.navigate', { url });
    const found = await page.send('Runtime.evaluate', {
      expression: `(${restOfPage})(${restLasts}).then(() => Math.max(0, ...window.seen.tasks))`,
      awaitPromise: true,
    });
    const longest = found?.result?.value;
    if (typeof longest !== 'number')
      throw new Error(`${url} does not say how long its tasks were.`);
    return longest;
  } finally {
    await page.close();
  }
}

/** The lead form on the phone: opened, and a step further. */
const leadForm = (context: BrowserContext, url: string): Promise<[open: number, step: number]> =>
  onPhone(context, async (page) => {
    await page.goto(url);
    await atRest(page);
    // Somebody who looks around before they press.
    await page.mouse.wheel(0, 400);
    await atRest(page);
    const open = await pressed(page, async () => {
      await page.locator('main').getByRole('button', { name: 'Contact Us' }).first().tap();
      await page.getByRole('dialog').waitFor();
    });
    await page.getByLabel('Company name').fill('Haldenskin');
    await page.getByLabel('Your name').fill('Olga Brenner');
    await atRest(page);
    const step = await pressed(page, async () => {
      await page.getByRole('button', { name: 'Next' }).tap();
      await page.getByLabel('Email').waitFor();
    });
    return [open, step];
  });

/** The filter on the phone: its dialog opened, and an option ticked. */
const filterDialog = (
  context: BrowserContext,
  url: string,
): Promise<[open: number, tick: number]> =>
  onPhone(context, async (page) => {
    await page.goto(`${url}/talent`);
    await atRest(page);
    const open = await pressed(page, async () => {
      await page.getByRole('button', { name: 'Filters' }).tap();
      await page.getByRole('dialog').waitFor();
    });
    const tick = await pressed(page, () =>
      page.getByRole('dialog').getByLabel('Receptionist').tap(),
    );
    return [open, tick];
  });

/** All changes of the filter on a desk, each from rest. */
async function filterChanges(page: Page, url: string): Promise<number[]> {
  await page.goto(`${url}/talent`);
  const times: number[] = [];
  for (const option of changes) {
    await atRest(page);
    times.push(await filterChange(page, option));
  }
  return times;
}

const inputBound = 100;

async function run(progress: (line: string) => void): Promise<Findings> {
  const folder = temporaryFolder();
  let server: Awaited<ReturnType<typeof startServer>> | undefined;
  try {
    progress(`filling in ${talents} talents`);
    await seedDemo(folder.path, talents);
    server = await startServer(settings(folder.path));
    const { url } = server;
    for (const path of ['/', '/talent']) await warm(url + path);
    return await withBrowser(async (browser) => {
      const figures = new Map<string, { max: number; values: number[] }>();
      const note = (name: string, max: number, ...values: number[]) => {
        const figure = figures.get(name) ?? { max, values: [] };
        figures.set(name, figure);
        figure.values.push(...values);
      };
      for (let round = 0; round <= rounds; round += 1) {
        const desk = await browser.newContext({ viewport: { width: 1280, height: 800 } });
        const changed = await filterChanges(await desk.newPage(), url);
        await desk.close();
        const small = await browser.newContext(phone);
        const home = await loading(browser, `${url}/`);
        const browse = await loading(browser, `${url}/talent`);
        const [form, step] = await leadForm(small, `${url}/`);
        const [dialog, tick] = await filterDialog(small, url);
        await small.close();
        progress(
          `${round}/${rounds}: ${[...changed, home, browse, form, step, dialog, tick].map(Math.round).join(', ')} ms`,
        );
        // The first round warms up.
        if (round === 0) continue;
        note('a filter changed, to its list', 50, ...changed);
        note('phone: longest task of /', 50, home);
        note('phone: longest task of /talent', 50, browse);
        note('phone: lead form opened', inputBound, form);
        note('phone: a step of the form', inputBound, step);
        note('phone: filters opened', inputBound, dialog);
        note('phone: a filter ticked', inputBound, tick);
      }
      const measures: Measure[] = [...figures].flatMap(([name, { max, values }]) => [
        { name: `${name}, median`, value: median(values), unit: 'ms', max },
        { name: `${name}, slowest of ${values.length}`, value: Math.max(...values), unit: 'ms' },
      ]);
      return { measures };
    });
  } finally {
    await server?.stop();
    folder.remove();
  }
}

export default {
  title: `What a press waits for with ${talents} talents, and what a slow phone is kept busy with`,
  run,
} satisfies Area;
