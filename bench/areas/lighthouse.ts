import lighthouse, { type Result } from 'lighthouse';
import { withBrowser } from '../browser';
import { type Area, type Findings, type Measure, median } from '../measure';
import { warm, withSite } from '../site';

const paths = ['/', '/talent'];
const runs = 5;

/** Runs that may end without a result (a browser that breaks) and are made again. */
const spares = 2;

/** Milliseconds that one run may take: a page that never comes to rest must not hold everything up. */
const patience = 120_000;

const categories = [
  { id: 'performance', name: 'performance', min: 98 },
  { id: 'accessibility', name: 'accessibility', min: 100 },
  { id: 'best-practices', name: 'best practices', min: 100 },
  { id: 'seo', name: 'SEO', min: 100 },
];

const timings = [
  { id: 'first-contentful-paint', name: 'FCP', unit: 'ms' },
  { id: 'largest-contentful-paint', name: 'LCP', unit: 'ms' },
  { id: 'total-blocking-time', name: 'TBT', unit: 'ms' },
  { id: 'speed-index', name: 'Speed Index', unit: 'ms' },
];

/** One run with Lighthouse's own defaults: a phone of the middle class on a slow connection, simulated. */
const measurePage = (url: string): Promise<Result> =>
  withBrowser(async (_browser, port) => {
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`Lighthouse took more than ${patience} ms for ${url}.`)),
        patience,
      );
    });
    try {
      const run = lighthouse(url, {
        port,
        logLevel: 'silent',
        output: 'json',
        maxWaitForLoad: 30_000,
      });
      // When time is up the browser is closed under it, and nobody waits for what it says to that.
      run.catch(() => {});
      const result = await Promise.race([run, tooLong]);
      if (!result) throw new Error(`Lighthouse gave no result for ${url}.`);
      if (result.lhr.runtimeError) throw new Error(result.lhr.runtimeError.message);
      return result.lhr;
    } finally {
      clearTimeout(timer);
    }
  });

/** A score that is missing is no number, and no number keeps to a bound. */
const scoreOf = (result: Result, id: string) =>
  Math.round((result.categories[id]?.score ?? Number.NaN) * 100);
const figureOf = (result: Result, id: string) => result.audits[id]?.numericValue ?? Number.NaN;

function measuresOf(path: string, results: Result[]): Measure[] {
  const middle = (read: (result: Result) => number) => median(results.map(read));
  return [
    ...categories.map(({ id, name, min }) => ({
      name: `${path} ${name}`,
      value: middle((result) => scoreOf(result, id)),
      min,
    })),
    ...timings.map(({ id, name, unit }) => ({
      name: `${path} ${name}`,
      value: Math.round(middle((result) => figureOf(result, id))),
      unit,
    })),
    {
      name: `${path} CLS`,
      value: Number(middle((result) => figureOf(result, 'cumulative-layout-shift')).toFixed(3)),
      max: 0,
    },
  ];
}

/** The audits that cost points, of the last run. */
function complaints(path: string, result: Result | undefined): string[] {
  if (!result) return [];
  return categories.flatMap(({ id }) =>
    (result.categories[id]?.auditRefs ?? []).flatMap(({ id: audit, weight }) => {
      const { score, title, displayValue } = result.audits[audit] ?? {};
      if (weight === 0 || score === null || score === undefined || score >= 0.995) return [];
      return [`${path} ${id}: ${title}${displayValue ? ` (${displayValue})` : ''}, ${score}`];
    }),
  );
}

async function run(progress: (line: string) => void): Promise<Findings> {
  return withSite(async ({ url }) => {
    const results = new Map<string, Result[]>(paths.map((path) => [path, []]));
    for (const path of paths) await warm(url + path);
    let broken = 0;
    async function measureOrAgain(path: string): Promise<Result> {
      try {
        return await measurePage(url + path);
      } catch (error) {
        broken += 1;
        progress(`${path} gave no result: ${error}`);
        if (broken > spares) throw error;
        return measureOrAgain(path);
      }
    }
    // In turns, so that what else the machine does meets all pages alike.
    for (let turn = 1; turn <= runs; turn++) {
      for (const path of paths) {
        const result = await measureOrAgain(path);
        results.get(path)?.push(result);
        progress(
          `${turn}/${runs} ${path}: performance ${scoreOf(result, 'performance')}, LCP ${Math.round(figureOf(result, 'largest-contentful-paint'))} ms`,
        );
      }
    }
    const all = [...results];
    return {
      measures: all.flatMap(([path, of]) => measuresOf(path, of)),
      notes: all.flatMap(([path, of]) => complaints(path, of.at(-1))),
    };
  });
}

export default {
  title: `Lighthouse, mobile, median of ${runs} runs`,
  run,
} satisfies Area;
