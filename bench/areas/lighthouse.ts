import lighthouse, { type Result } from 'lighthouse';
import { withBrowser } from '../browser';
import { type Area, type Findings, type Measure, median } from '../measure';
import { addPhotographs } from '../photographs';
import { warm, withSite } from '../site';

const paths = ['/', '/talent', '/cover'];

/** The home page with blocked scripts: the earliest that its content can be rendered. */
const baseline = '/ without scripts';
const visits = [...paths.map((path) => ({ name: path, path })), { name: baseline, path: '/' }];

/** The pages with pictures, after each talent and case study has been given a photograph. */
const photoVisits = ['/', '/talent'].map((path) => ({ name: `${path} with photographs`, path }));

interface Visit {
  name: string;
  path: string;
}

/** Maximum LCP of the home page relative to its LCP without scripts. */
const maxLcpRatio = 1.35;
const runs = 5;

/** Number of retries of failed runs, for example after a crashed browser. */
const maxRetries = 2;

/** Timeout of one run, so that a page that never becomes idle does not block the benchmark. */
const timeoutMs = 120_000;

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

/** Runs Lighthouse once with its defaults: a simulated mid-range phone on a slow connection. */
const measurePage = (url: string, blockedUrlPatterns: string[]): Promise<Result> =>
  withBrowser(async (_browser, port) => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`Lighthouse took more than ${timeoutMs} ms for ${url}.`)),
        timeoutMs,
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
      // After a timeout the browser closes and Lighthouse rejects: avoid an unhandled rejection.
      run.catch(() => {});
      const result = await Promise.race([run, timeout]);
      if (!result) throw new Error(`Lighthouse gave no result for ${url}.`);
      if (result.lhr.runtimeError) throw new Error(result.lhr.runtimeError.message);
      return result.lhr;
    } finally {
      clearTimeout(timer);
    }
  });

/** Reads a score. A missing one becomes NaN, which is out of every bound. */
const readScore = (result: Result, id: string) =>
  Math.round((result.categories[id]?.score ?? Number.NaN) * 100);
const readFigure = (result: Result, id: string) => result.audits[id]?.numericValue ?? Number.NaN;

function buildMeasures(path: string, results: Result[]): Measure[] {
  const calculateMedian = (read: (result: Result) => number) => median(results.map(read));
  return [
    ...categories.map(({ id, name, min }) => ({
      name: `${path} ${name}`,
      value: calculateMedian((result) => readScore(result, id)),
      min,
    })),
    ...timings.map(({ id, name, ...rest }) => ({
      name: `${path} ${name}`,
      value: Math.round(calculateMedian((result) => readFigure(result, id))),
      ...rest,
    })),
    {
      name: `${path} CLS`,
      value: Number(
        calculateMedian((result) => readFigure(result, 'cumulative-layout-shift')).toFixed(3),
      ),
      max: 0,
    },
  ];
}

/** Lists the audits that cost points in the last run. */
function listFailedAudits(path: string, result: Result | undefined): string[] {
  if (!result) return [];
  return categories.flatMap(({ id }) =>
    (result.categories[id]?.auditRefs ?? []).flatMap(({ id: audit, weight }) => {
      const { score, title, displayValue } = result.audits[audit] ?? {};
      if (weight === 0 || score === null || score === undefined || score >= 0.995) return [];
      return [`${path} ${id}: ${title}${displayValue ? ` (${displayValue})` : ''}, ${score}`];
    }),
  );
}

/** Compares the home page's median LCP with and without scripts. */
function compareWithBaseline(results: ReadonlyMap<string, Result[]>): Measure {
  const lcp = (name: string) =>
    median(
      (results.get(name) ?? []).map((result) => readFigure(result, 'largest-contentful-paint')),
    );
  return {
    name: '/ LCP relative to the page without scripts',
    value: lcp('/') / lcp(baseline),
    max: maxLcpRatio,
  };
}

async function run(progress: (line: string) => void): Promise<Findings> {
  return withSite(async ({ url }) => {
    const results = new Map<string, Result[]>();
    let failures = 0;
    async function measureWithRetry({ name, path }: Visit): Promise<Result> {
      try {
        return await measurePage(url + path, name === baseline ? ['*.js'] : []);
      } catch (error) {
        failures += 1;
        progress(`${name} gave no result: ${error}`);
        if (failures > maxRetries) throw error;
        return measureWithRetry({ name, path });
      }
    }
    // Alternate between the pages, so that other load on the machine affects all equally.
    async function measureAll(pages: readonly Visit[]): Promise<void> {
      for (const path of paths) await warm(url + path);
      for (let round = 1; round <= runs; round++) {
        for (const visit of pages) {
          const result = await measureWithRetry(visit);
          results.set(visit.name, [...(results.get(visit.name) ?? []), result]);
          progress(
            `${round}/${runs} ${visit.name}: performance ${readScore(result, 'performance')}, LCP ${Math.round(readFigure(result, 'largest-contentful-paint'))} ms`,
          );
        }
      }
    }
    await measureAll(visits);
    await addPhotographs(url);
    await measureAll(photoVisits);
    const all = [...paths, ...photoVisits.map(({ name }) => name)].map(
      (name) => [name, results.get(name) ?? []] as const,
    );
    return {
      measures: [
        ...all.flatMap(([path, pageResults]) => buildMeasures(path, pageResults)),
        compareWithBaseline(results),
      ],
      notes: all.flatMap(([path, pageResults]) => listFailedAudits(path, pageResults.at(-1))),
    };
  });
}

export default {
  title: `Lighthouse, mobile, median of ${runs} runs`,
  run,
} satisfies Area;
