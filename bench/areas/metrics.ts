import { freePort } from '../../tests/free-port';
import { readResidentSize } from '../../tests/resident-size';
import type { ServerProcess } from '../../tests/server-process';
import { createLeadRequest } from '../lead-request';
import { runLoad } from '../load';
import { type Area, type Findings, type Measure, median } from '../measure';
import { readProcessorTime } from '../processor-time';
import { warm, withSite } from '../site';

const rounds = 9;
const seconds = 2;
const connections = 32;

/** How often a proxy asks for /readyz, in milliseconds. */
const probeIntervalMs = 1_000;

/** How often Prometheus reads the metrics, in milliseconds; by default every 15 s. */
const scrapeIntervalMs = 5_000;

const loads = [
  {
    name: 'cached page',
    path: '/',
    options: { headers: { 'accept-encoding': 'br' } },
    min: 0.97,
  },
  {
    name: 'inquiries',
    path: '/api/leads',
    options: { method: 'POST', status: 201, fill: createLeadRequest },
    min: 0.97,
  },
  // The cheapest response that Fastify sends shows the cost at its highest.
  { name: '/healthz', path: '/healthz', options: {}, min: 0.97 },
] as const;

/** The processor time and responses of a server in all rounds. */
interface Work {
  /** In seconds. */
  processorTime: number;
  responses: number;
}

const noWork = (): Work => ({ processorTime: 0, responses: 0 });

/** Alternates between both servers, so that other load on the machine affects both equally. */
async function compare(
  measured: ServerProcess,
  plain: ServerProcess,
  { name, path, options, min }: (typeof loads)[number],
  progress: (line: string) => void,
): Promise<Measure[]> {
  const ratios: number[] = [];
  const work = new Map<ServerProcess, Work>([measured, plain].map((it) => [it, noWork()]));
  for (let round = 0; round <= rounds; round += 1) {
    const rates = new Map<ServerProcess, number>();
    // Alternates which site is measured first, so that neither always gets the warmer machine.
    for (const site of round % 2 === 0 ? [measured, plain] : [plain, measured]) {
      const url = `${site.url}${path}`;
      const timeBefore = readProcessorTime(site.pid);
      const { rate, total } = await runLoad({ url, connections, duration: seconds, ...options });
      rates.set(site, rate);
      const sums = work.get(site);
      if (!sums || round === 0) continue;
      sums.processorTime += readProcessorTime(site.pid) - timeBefore;
      sums.responses += total;
    }
    const [withMetrics = 0, without = 0] = [rates.get(measured), rates.get(plain)];
    progress(
      `${name} ${round}/${rounds}: ${Math.round(withMetrics)} and ${Math.round(without)} requests/s`,
    );
    // The first pair is a warm-up.
    if (round > 0) ratios.push(withMetrics / without);
  }
  const [more, less] = [measured, plain].map((site) => {
    const { processorTime, responses } = work.get(site) ?? noWork();
    return processorTime / responses;
  });
  return [
    { name: `${name}, requests/s with metrics relative to without`, value: median(ratios), min },
    // Other load on the machine changes it less than the rate.
    {
      name: `${name}, processor time per request relative to without`,
      value: (more ?? Number.NaN) / (less ?? Number.NaN),
      max: 1.03,
    },
  ];
}

async function run(progress: (line: string) => void): Promise<Findings> {
  const port = await freePort();
  const shared = { TRUST_PROXY: '127.0.0.0/8,::1' };
  return withSite(
    (measured) =>
      withSite(async (plain) => {
        const scrape = () => fetch(`http://localhost:${port}/metrics`).then((it) => it.text());
        const scraper = setInterval(() => scrape().catch(() => {}), scrapeIntervalMs);
        const probe = () => fetch(`${measured.url}/readyz`).then((it) => it.text());
        const prober = setInterval(() => probe().catch(() => {}), probeIntervalMs);
        try {
          const measures: Measure[] = [];
          for (const { url } of [measured, plain]) await warm(`${url}/`);
          for (const load of loads)
            measures.push(...(await compare(measured, plain, load, progress)));
          const [more, less] = [measured, plain].map(({ pid }) => readResidentSize(pid));
          measures.push({
            name: 'additional resident memory',
            value: (more ?? Number.NaN) - (less ?? Number.NaN),
            unit: 'MB',
            max: 5,
          });
          return { measures };
        } finally {
          clearInterval(scraper);
          clearInterval(prober);
        }
      }, shared),
    { ...shared, METRICS_PORT: String(port) },
  );
}

export default {
  title: 'Cost of metrics and probes: requests, processor time and memory relative to none',
  run,
} satisfies Area;
