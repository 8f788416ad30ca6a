import { setTimeout as pause } from 'node:timers/promises';
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import type { ServerProcess } from '../../tests/support/server-process';
import { withBrowser } from '../browser';
import { type Area, type Findings, type Measure, median } from '../measure';
import { seedDemo } from '../seed';
import { warm, withSite } from '../site';
import { openUninspectedPage } from '../uninspected-page';

const talentCount = 2_000;
const rounds = 7;

/** Lighthouse's simulated phone: its screen size, and a CPU four times slower than this one. */
const phone = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true };
const slowdown = 4;

/** Filter options toggled one after the other: checked and unchecked, alone and combined. */
const filterOptions = ['Receptionist', 'Senior', 'Receptionist', 'Boulevard', 'Senior', 'MedSpa'];

/** Milliseconds without a request after which a page counts as idle. */
const idleMs = 300;

interface Point {
  x: number;
  y: number;
}

/** Durations that the page reports. */
interface PageTimings {
  tasks: number[];
  events: number[];
}

/** Records long tasks and interactions from the start of the page. Runs in the page. */
function watch(): void {
  const seen: PageTimings = { tasks: [], events: [] };
  Object.assign(window, { seen });
  new PerformanceObserver((list) => {
    seen.tasks.push(...list.getEntries().map(({ duration }) => duration));
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEventTiming & {
      interactionId?: number;
    })[])
      if (entry.interactionId) seen.events.push(entry.duration);
    // TypeScript's DOM library does not have these types yet.
  }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
}

/** Returns what was recorded since the last call. */
const takeTimings = (page: Page): Promise<PageTimings> =>
  page.evaluate(() => {
    const { seen } = window as unknown as { seen: PageTimings };
    return { tasks: seen.tasks.splice(0), events: seen.events.splice(0) };
  });

/** Waits until the page is idle, as a visitor looks at a page before acting. */
async function waitForIdle(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  let timer: NodeJS.Timeout | undefined;
  await new Promise<void>((resolve) => {
    const wait = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        page.off('request', wait);
        page.off('requestfinished', wait);
        resolve();
      }, idleMs);
    };
    page.on('request', wait);
    page.on('requestfinished', wait);
    wait();
  });
  await page.evaluate(
    () => new Promise<void>((resolve) => requestIdleCallback(() => setTimeout(resolve))),
  );
}

/** Measures the milliseconds from a press to the next frame, as reported by Event Timing. */
async function measurePress(page: Page, press: () => Promise<unknown>): Promise<number> {
  await takeTimings(page);
  await press();
  await waitForIdle(page);
  const { events } = await takeTimings(page);
  // There is no entry below the threshold of 16 ms.
  return Math.max(0, ...events);
}

/**
 * Measures, inside the page, the time from checking a filter without hovering it first until the
 * frame that shows the new list.
 */
const measureFilterChange = (page: Page, option: string): Promise<number> =>
  page.evaluate(async (value) => {
    const box = document.querySelector<HTMLInputElement>(`aside input[value="${value}"]`);
    const list = document.querySelector('main section');
    if (!box || !list) throw new Error('The talent page has no panel.');
    const previousUrl = location.href;
    const startedAt = performance.now();
    const shown = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        const isLoaded =
          list.querySelector('ul[data-deferred]')?.getAttribute('aria-busy') === 'false';
        if (!isLoaded || location.href === previousUrl) return;
        observer.disconnect();
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - startedAt);
          port2.postMessage(null);
        });
      });
      observer.observe(list, { childList: true, attributes: true, subtree: true });
    });
    box.click();
    return shown;
  }, option);

/** Runs `work` in a new page on the simulated phone. */
async function withPhonePage<Result>(
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

/** Resolves when the page has loaded, sends no more requests and is idle. Runs in the page. */
async function waitForIdleInPage(quietMs: number): Promise<void> {
  const wait = (milliseconds: number) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds));
  while (document.readyState !== 'complete') await wait(50);
  let requestCount = -1;
  while (requestCount !== performance.getEntriesByType('resource').length) {
    requestCount = performance.getEntriesByType('resource').length;
    await wait(quietMs);
  }
  await new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve)));
}

/**
 * Measures the longest task while a page loads on the phone in milliseconds; 0 when none exceeds 50
 * ms.
 */
async function measureLongestTask(browser: Browser, url: string): Promise<number> {
  const page = await openUninspectedPage(browser);
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
    const evaluated = await page.send('Runtime.evaluate', {
      expression: `(${waitForIdleInPage})(${idleMs}).then(() => Math.max(0, ...window.seen.tasks))`,
      awaitPromise: true,
    });
    const maxTaskMs = evaluated?.result?.value;
    if (typeof maxTaskMs !== 'number') throw new Error(`${url} did not report its long tasks.`);
    return maxTaskMs;
  } finally {
    await page.close();
  }
}

/** Measures opening the lead form and going to its next step on the phone. */
const measureLeadForm = (
  context: BrowserContext,
  url: string,
): Promise<[open: number, step: number]> =>
  withPhonePage(context, async (page) => {
    await page.goto(url);
    await waitForIdle(page);
    // Scroll first, like a visitor who looks around before pressing.
    await page.mouse.wheel(0, 400);
    await waitForIdle(page);
    const open = await measurePress(page, async () => {
      await page.locator('main').getByRole('button', { name: 'Contact Us' }).first().tap();
      await page.getByRole('dialog').waitFor();
    });
    await page.getByLabel('Company name').fill('Haldenskin');
    await page.getByLabel('Your name').fill('Olga Brenner');
    await waitForIdle(page);
    const step = await measurePress(page, async () => {
      await page.getByRole('button', { name: 'Next' }).tap();
      await page.getByLabel('Email').waitFor();
    });
    return [open, step];
  });

/** Measures opening the filter dialog and checking an option on the phone. */
const measureFilterDialog = (
  context: BrowserContext,
  url: string,
): Promise<[open: number, tick: number]> =>
  withPhonePage(context, async (page) => {
    await page.goto(`${url}/talent`);
    await waitForIdle(page);
    const open = await measurePress(page, async () => {
      await page.getByRole('button', { name: 'Filters' }).tap();
      await page.getByRole('dialog').waitFor();
    });
    const tick = await measurePress(page, () =>
      page.getByRole('dialog').getByLabel('Receptionist').tap(),
    );
    return [open, tick];
  });

/** Days of a stroke on the sheet, from its first to its last. */
const strokes = [
  ['Monday', 'Friday'],
  ['Tuesday', 'Thursday'],
  ['Saturday', 'Saturday'],
] as const;

/** Milliseconds between the events of a stroke: a quick thumb crosses the days in an eighth of a second. */
const strokeEventMs = 40;

/** Measures painting hours with a thumb on the phone, each stroke until the next frame. */
const measureStrokes = (context: BrowserContext, url: string): Promise<number[]> =>
  withPhonePage(context, async (page) => {
    await page.goto(`${url}/cover`);
    await waitForIdle(page);
    await page.getByRole('grid').evaluate((grid) => grid.scrollIntoView());
    const session = await context.newCDPSession(page);
    const findPoint = async (day: string, time: string): Promise<Point> => {
      const box = await page.getByRole('gridcell', { name: `${day}, ${time} to ` }).boundingBox();
      if (!box) throw new Error(`The sheet does not show ${day}, ${time}.`);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const times: number[] = [];
    for (const [firstDay, lastDay] of strokes) {
      const [start, side, end] = [
        await findPoint(firstDay, 'noon'),
        await findPoint(firstDay, '1 pm'),
        await findPoint(lastDay, '1:30 pm'),
      ];
      const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
        session.send('Input.dispatchTouchEvent', { type, touchPoints });
      times.push(
        await measurePress(page, async () => {
          await touch('touchStart', start);
          for (const point of [side, end]) {
            await pause(strokeEventMs);
            await touch('touchMove', point);
          }
          await pause(strokeEventMs);
          await touch('touchEnd');
        }),
      );
    }
    return times;
  });

/** Measures all filter changes on a desktop, each on an idle page. */
async function measureFilterChanges(page: Page, url: string): Promise<number[]> {
  await page.goto(`${url}/talent`);
  const times: number[] = [];
  for (const option of filterOptions) {
    await waitForIdle(page);
    times.push(await measureFilterChange(page, option));
  }
  return times;
}

const maxInputMs = 100;

async function run(progress: (line: string) => void): Promise<Findings> {
  const measureSite = async ({ url }: ServerProcess) => {
    for (const path of ['/', '/talent', '/cover']) await warm(url + path);
    return withBrowser(async (browser) => {
      const figures = new Map<string, { max: number; values: number[] }>();
      const record = (name: string, max: number, ...values: number[]) => {
        const figure = figures.get(name) ?? { max, values: [] };
        figures.set(name, figure);
        figure.values.push(...values);
      };
      for (let round = 0; round <= rounds; round += 1) {
        const desktop = await browser.newContext({ viewport: { width: 1280, height: 800 } });
        const filterTimes = await measureFilterChanges(await desktop.newPage(), url);
        await desktop.close();
        const phoneContext = await browser.newContext(phone);
        const homePage = await measureLongestTask(browser, `${url}/`);
        const talentPage = await measureLongestTask(browser, `${url}/talent`);
        const [form, step] = await measureLeadForm(phoneContext, `${url}/`);
        const [dialog, tick] = await measureFilterDialog(phoneContext, url);
        const strokeTimes = await measureStrokes(phoneContext, url);
        await phoneContext.close();
        progress(
          `${round}/${rounds}: ${[...filterTimes, homePage, talentPage, form, step, dialog, tick, ...strokeTimes].map(Math.round).join(', ')} ms`,
        );
        // Round 0 is a warm-up.
        if (round === 0) continue;
        record('filter change until the list is shown', 50, ...filterTimes);
        record('phone: longest task of /', 50, homePage);
        record('phone: longest task of /talent', 50, talentPage);
        record('phone: lead form opened', maxInputMs, form);
        record('phone: next step of the form', maxInputMs, step);
        record('phone: filters opened', maxInputMs, dialog);
        record('phone: filter option checked', maxInputMs, tick);
        record('phone: hours painted on /cover', 50, ...strokeTimes);
      }
      const measures: Measure[] = [...figures].flatMap(([name, { max, values }]) => [
        { name: `${name}, median`, value: median(values), unit: 'ms', max },
        { name: `${name}, slowest of ${values.length}`, value: Math.max(...values), unit: 'ms' },
      ]);
      return { measures };
    });
  };
  progress(`inserting ${talentCount} talents`);
  return withSite(measureSite, { fill: (dataDir) => seedDemo(dataDir, talentCount) });
}

export default {
  title: `Interaction latency with ${talentCount} talents, and long tasks on a slow phone`,
  run,
} satisfies Area;
