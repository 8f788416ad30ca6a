import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startPostgres } from '../../tests/support/postgres';
import { query } from '../../tests/support/postgres-client';
import { sampleLead } from '../../tests/support/samples';
import { type ServerProcess, startServer } from '../../tests/support/server-process';
import { temporaryFolder } from '../../tests/support/temporary-folder';
import { type Area, type Findings, type Measure, median } from '../measure';
import { listChildren, readProcessorTime, readTreeProcessorTime } from '../processor-time';
import { settings, warm } from '../site';

const rounds = 5;
const seconds = 3;
/** For each process: twice as many processes are for twice as many visitors. */
const connections = 64;

/** The cores that the figures are for. */
const cores = 2;

const loadProcess = fileURLToPath(new URL('../load-process.mjs', import.meta.url));

const loads = [
  {
    name: 'cached pages',
    path: '/',
    options: { headers: { 'accept-encoding': 'br' }, status: 200 },
    min: 1.6,
  },
  {
    name: 'inquiries',
    path: '/api/leads',
    options: { status: 201, visitorBody: JSON.stringify(sampleLead) },
    min: 1.4,
  },
] as const;

type Load = (typeof loads)[number];

/** A process of the site, and the core that it is bound to. */
interface Site extends ServerProcess {
  core: number;
}

/** Binds a process to cores, with all its threads. */
function bind(pid: number, sites: readonly Pick<Site, 'core'>[]): void {
  const list = sites.map(({ core }) => core).join(',');
  const { status, stderr } = spawnSync('taskset', ['-a', '-cp', list, String(pid)]);
  // A process that has just ended is none that matters.
  const isGone = !existsSync(`/proc/${pid}`);
  if (status !== 0 && !isGone) throw new Error(`Binding a process to a core failed: ${stderr}`);
}

async function startSite(
  environment: Record<string, string> & { DATA_DIR: string },
  core: number,
): Promise<Site> {
  const server = await startServer(environment);
  bind(server.pid, [{ core }]);
  return { ...server, core };
}

/**
 * Loads a process of the site from a process on the same core.
 * @returns the number of responses
 * @throws when one is missing or has another status
 */
async function runLoad({ url, core }: Site, { path, options }: Load): Promise<number> {
  const load = JSON.stringify({ ...options, url: `${url}${path}`, connections, duration: seconds });
  const child = spawn('taskset', ['-c', `${core}`, process.execPath, loadProcess, load], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  const { responses, unexpected, errors } = JSON.parse(output);
  if (errors > 0 || Object.keys(unexpected).length > 0)
    throw new Error(`${path}: ${errors} errors, unexpected: ${JSON.stringify(unexpected)}.`);
  return responses;
}

async function readPostgresPid(url: string): Promise<number> {
  const [row] = await query(
    url,
    "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid",
  );
  return row.pid;
}

/** What a number of processes needed for their responses, all of them loaded at the same time. */
interface Cost {
  /** Processor time per response in seconds: of the site's processes, and of PostgreSQL. */
  site: number;
  database: number;
  /** Responses per second beside their load generators. */
  rate: number;
}

async function measureCost(sites: readonly Site[], postgresPid: number, load: Load): Promise<Cost> {
  const readTimes = () => ({
    site: sites.reduce((sum, { pid }) => sum + readProcessorTime(pid), 0),
    database: readTreeProcessorTime(postgresPid),
  });
  // Connections that open later inherit the cores of their parent.
  for (const pid of [postgresPid, ...listChildren(postgresPid)]) bind(pid, sites);
  const before = readTimes();
  const totals = await Promise.all(sites.map((site) => runLoad(site, load)));
  const after = readTimes();
  const responses = totals.reduce((sum, total) => sum + total, 0);
  return {
    site: (after.site - before.site) / responses,
    database: (after.database - before.database) / responses,
    rate: responses / seconds,
  };
}

/** Responses per second, by where PostgreSQL runs. */
interface Rates {
  /** On the same cores. */
  together: number;
  /** On a machine of its own. */
  apart: number;
}

/**
 * Computes the rates of `n` processes on two cores that do nothing else, by
 *
 *     apart    = n / s
 *     together = min(n / s, 2 / (s + d))
 *
 * where `s` is the processor time of the site for a response, `d` that of PostgreSQL, and a process uses
 * one core at most. The load generator has other cores there, so its time is not part of them. It does
 * influence them: a process needs more for each response while it shares a core, or has little to do
 * because the load generator is the slower one. So the cores are equally full: each process is bound to
 * one, together with a load generator of its own, and PostgreSQL to all that are in use, which is the
 * first core for one process and both for two. Then the ratio shows what the second process really
 * costs: contention for memory, the kernel, locks, smaller batches.
 *
 * With `together`, the ratio is at most 2 s / (s + d) when d < s, and 1 otherwise: a single process and
 * PostgreSQL then use both cores already.
 */
const computeRates = ({ site, database }: Cost, processes: number): Rates => ({
  together: Math.min(processes / site, cores / (site + database)),
  apart: processes / site,
});

const format = (seconds: number) => `${(seconds * 1e6).toFixed(1)} µs`;

async function compare(
  [first, second]: readonly [Site, Site],
  postgresPid: number,
  load: Load,
  progress: (line: string) => void,
): Promise<Measure[]> {
  const pairs: { one: Cost; two: Cost }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const one = await measureCost([first], postgresPid, load);
    const two = await measureCost([first, second], postgresPid, load);
    const texts = [one, two].map(({ site, database }) => `${format(site)} + ${format(database)}`);
    progress(`${load.name} ${round}/${rounds}: site + database ${texts.join(', then ')}`);
    // The first pair is a warm-up.
    if (round > 0) pairs.push({ one, two });
  }
  const rates = pairs.map(({ one, two }) => ({
    one: computeRates(one, 1),
    two: computeRates(two, 2),
  }));
  const places = [
    { key: 'apart', place: 'PostgreSQL elsewhere' },
    { key: 'together', place: 'PostgreSQL on the same cores' },
  ] as const;
  return [
    ...places.flatMap(({ key, place }) => [
      {
        name: `${load.name}, one process, ${place}`,
        value: median(rates.map(({ one }) => one[key])),
      },
      {
        name: `${load.name}, two processes, ${place}`,
        value: median(rates.map(({ two }) => two[key])),
      },
      {
        name: `${load.name}, two relative to one, ${place}`,
        value: median(rates.map(({ one, two }) => two[key] / one[key])),
        min: load.min,
      },
    ]),
    {
      name: `${load.name}, two relative to one, as sent beside the load generators`,
      value: median(pairs.map(({ one, two }) => two.rate / one.rate)),
    },
  ];
}

async function run(progress: (line: string) => void): Promise<Findings> {
  // On disk: in memory an fsync costs nothing.
  const server = await startPostgres('disk');
  const folder = temporaryFolder();
  const env = {
    ...settings(folder.path),
    DATABASE_URL: server.url,
    TRUST_PROXY: '127.0.0.0/8,::1',
  };
  const sites: Site[] = [];
  try {
    const postgresPid = await readPostgresPid(server.url);
    const first = await startSite(env, 0);
    sites.push(first);
    const second = await startSite(env, 1);
    sites.push(second);
    for (const { url } of sites) await warm(`${url}/`);
    const measures: Measure[] = [];
    for (const load of loads)
      measures.push(...(await compare([first, second], postgresPid, load, progress)));
    return {
      measures,
      notes: [
        `Rates per second are for ${cores} cores, computed from the processor time of each response.`,
        'With PostgreSQL on the same cores, one process and PostgreSQL use most of both already.',
      ],
    };
  } finally {
    for (const site of sites) await site.kill();
    folder.remove();
    await server.stop();
  }
}

export default {
  title: 'Two processes on one PostgreSQL, relative to one',
  run,
} satisfies Area;
