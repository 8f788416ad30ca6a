import lighthouse, { type Result } from 'lighthouse';
import { withBrowser } from '../browser';
import { type Area, type Findings, type Measure, median } from '../measure';
import { warm, withSite } from '../site';

const paths = ['/', '/talent'];

/** The home page with its scripts held back: as early as its content can be there at all. */
const floor = '/ without its scripts';
const visits = [...paths.map((path) => ({ name: path, path })), { name: floor, path: '/' }];

/** How many times later the home page's content may be there than on the floor. */
const mostOfFloor = 1.35;
const runs = 5;

/** Runs that may end without a result (a browser that breaks) and are made again. */
const spares = 2;

/** Milliseconds that one run may take: a page that never comes to rest must not hold everything up. */
const patience = 120_000;

const categories = [
  { id: 'performance', name: 'performance', min: 99 },
  { id: 'accessibility', name: 'accessibility', min: 100 },
  { id: 'best-practices', name: 'best practices', min: 100 },
  { id: 'seo', name: 'SEO', min: 100 },
];

const timings = [
  { id: 'first-contentful-paint', name: 'FCP', unit: 'ms' },
  { id: 'largest-contentful-paint', name: 'LCP', unit: 'ms' },
  { id: 'total-blocking-time', name: 'TBT', unit: 'ms', max: 50 },
  { id: 'speed-index', name: 'Speed Index', unit: 'ms' },
];

/** One run with Lighthouse's own defaults: a phone of the middle class on a slow connection, simulated. */
const measurePage = (url: string, blockedUrlPatterns: string[]): Promise<Result> =>
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
        blockedUrlPatterns,
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
    ...timings.map(({ id, name, ...rest }) => ({
      name: `${path} ${name}`,
      value: Math.round(middle((result) => figureOf(result, id))),
      ...rest,
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

/** The home page's LCP, of that without its scripts, each the middle of its runs. */
function ofFloor(results: ReadonlyMap<string, Result[]>): Measure {
  const lcp = (name: string) =>
    median((results.get(name) ?? []).map((one) => figureOf(one, 'largest-contentful-paint')));
  return { name: '/ LCP, of the floor', value: lcp('/') / lcp(floor), max: mostOfFloor };
}

async function run(progress: (line: string) => void): Promise<Findings> {
  return withSite(async ({ url }) => {
    const results = new Map<string, Result[]>(visits.map(({ name }) => [name, []]));
    for (const path of paths) await warm(url + path);
    let broken = 0;
    async function measureOrAgain({ name, path }: (typeof visits)[number]): Promise<Result> {
      try {
        return await measurePage(url + path, name === floor ? ['*.js'] : []);
      } catch (error) {
        broken += 1;
        progress(`${name} gave no result: ${error}`);
        if (broken > spares) throw error;
        return measureOrAgain({ name, path });
      }
    }
    // In turns, so that what else the machine does meets all pages alike.
    for (let turn = 1; turn <= runs; turn++) {
      for (const visit of visits) {
        const result = await measureOrAgain(visit);
        results.get(visit.name)?.push(result);
        progress(
          `${turn}/${runs} ${visit.name}: performance ${scoreOf(result, 'performance')}, LCP ${Math.round(figureOf(result, 'largest-contentful-paint'))} ms`,
        );
      }
    }
    const all = paths.map((path) => [path, results.get(path) ?? []] as const);
    return {
      measures: [...all.flatMap(([path, of]) => measuresOf(path, of)), ofFloor(results)],
      notes: all.flatMap(([path, of]) => complaints(path, of.at(-1))),
    };
  });
}

export default {
  title: `Lighthouse, mobile, median of ${runs} runs`,
  run,
} satisfies Area;
