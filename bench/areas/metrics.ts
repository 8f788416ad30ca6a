import { freePort } from '../../tests/support/free-port';
import { readResidentSize } from '../../tests/support/resident-size';
import type { ServerProcess } from '../../tests/support/server-process';
import { createLeadRequest } from '../lead-request';
import { runLoad } from '../load';
import { type Area, type Findings, type Measure, median } from '../measure';
import { readProcessorTime } from '../processor-time';
import { warm, withSite } from '../site';

const rounds = 6;
const seconds = 1.5;
const connections = 32;

/**
 * Servers with metrics, and as many without. Two processes of one build differ by up to 12% in
 * processor time per request, and keep the difference for as long as they run.
 */
const serversPerSide = 4;

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

/** A benchmarked server, with what it has done in one load. */
interface Site {
  server: ServerProcess;
  hasMetrics: boolean;
  /** Responses per second of each round. */
  rates: number[];
  /** In all rounds, in seconds. */
  processorTime: number;
  /** In all rounds. */
  responses: number;
}

/** Returns the median with metrics relative to the median without. */
function relate(sites: readonly Site[], getFigure: (site: Site) => number): number {
  const [more, less] = [true, false].map((hasMetrics) =>
    median(sites.filter((site) => site.hasMetrics === hasMetrics).map(getFigure)),
  );
  return (more ?? Number.NaN) / (less ?? Number.NaN);
}

/** Alternates between the servers, so that other load on the machine affects both sides equally. */
async function compare(
  servers: readonly Pick<Site, 'server' | 'hasMetrics'>[],
  { name, path, options, min }: (typeof loads)[number],
  progress: (line: string) => void,
): Promise<Measure[]> {
  const sites: Site[] = servers.map((it) => ({
    ...it,
    rates: [],
    processorTime: 0,
    responses: 0,
  }));
  for (let round = 0; round <= rounds; round += 1) {
    // Each round starts at another server, so that none always gets the warmer machine.
    for (const site of [...sites.slice(round), ...sites.slice(0, round)]) {
      const { pid, url } = site.server;
      const timeBefore = readProcessorTime(pid);
      const load = { url: `${url}${path}`, connections, duration: seconds, ...options };
      const { rate, total } = await runLoad(load);
      // The first round is a warm-up.
      if (round === 0) continue;
      site.rates.push(rate);
      site.processorTime += readProcessorTime(pid) - timeBefore;
      site.responses += total;
    }
    progress(`${name} ${round}/${rounds}`);
  }
  const ratios = Array.from({ length: rounds }, (_, round) =>
    relate(sites, ({ rates }) => rates[round] ?? Number.NaN),
  );
  return [
    { name: `${name}, requests/s with metrics relative to without`, value: median(ratios), min },
    // Other load on the machine changes it less than the rate.
    {
      name: `${name}, processor time per request relative to without`,
      value: relate(sites, ({ processorTime, responses }) => processorTime / responses),
      max: 1.03,
    },
  ];
}

/** Runs `work` against a server for each of the ports: with metrics on that port, or without. */
async function withServers<Result>(
  ports: readonly (number | null)[],
  work: (servers: Pick<Site, 'server' | 'hasMetrics'>[]) => Promise<Result>,
): Promise<Result> {
  const [port, ...others] = ports;
  if (port === undefined) return work([]);
  return withSite(
    (server) =>
      withServers(others, (servers) => work([{ server, hasMetrics: port !== null }, ...servers])),
    {
      environment: {
        TRUST_PROXY: '127.0.0.0/8,::1',
        ...(port !== null && { METRICS_PORT: String(port) }),
      },
    },
  );
}

async function run(progress: (line: string) => void): Promise<Findings> {
  const ports: (number | null)[] = [];
  while (ports.length < 2 * serversPerSide) ports.push(await freePort(), null);
  return withServers(ports, async (servers) => {
    const measured = servers.filter(({ hasMetrics }) => hasMetrics);
    const read = (url: string) => fetch(url).then((response) => response.text());
    const readAll = (urls: readonly string[]) => () => {
      for (const url of urls) read(url).catch(() => {});
    };
    const metricsUrls = ports
      .filter((port) => port !== null)
      .map((port) => `http://localhost:${port}/metrics`);
    const timers = [
      setInterval(readAll(metricsUrls), scrapeIntervalMs),
      setInterval(readAll(measured.map(({ server }) => `${server.url}/readyz`)), probeIntervalMs),
    ];
    try {
      const measures: Measure[] = [];
      for (const { server } of servers) await warm(`${server.url}/`);
      for (const load of loads) measures.push(...(await compare(servers, load, progress)));
      const [more, less] = [true, false].map((hasMetrics) =>
        median(
          servers
            .filter((it) => it.hasMetrics === hasMetrics)
            .map(({ server }) => readResidentSize(server.pid) ?? Number.NaN),
        ),
      );
      measures.push({
        name: 'additional resident memory',
        value: (more ?? Number.NaN) - (less ?? Number.NaN),
        unit: 'MB',
        max: 5,
      });
      return { measures };
    } finally {
      for (const timer of timers) clearInterval(timer);
    }
  });
}

export default {
  title: 'Cost of metrics and probes: requests, processor time and memory relative to none',
  run,
} satisfies Area;
