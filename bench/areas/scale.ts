import pg from 'pg';
import { startPostgres } from '../../tests/postgres';
import { type ServerProcess, startServer } from '../../tests/server-process';
import { temporaryFolder } from '../../tests/temporary-folder';
import { createLeadRequest } from '../lead-request';
import { runLoad } from '../load';
import { type Area, type Findings, type Measure, median } from '../measure';
import { readProcessorTime, readTreeProcessorTime } from '../processor-time';
import { settings, warm } from '../site';

const rounds = 5;
const seconds = 3;
/** For each process: twice as many processes are for twice as many visitors. */
const connections = 64;

/** The cores that the figures are for. */
const cores = 2;

const loads = [
  {
    name: 'cached pages',
    path: '/',
    options: { headers: { 'accept-encoding': 'br' } },
    min: 1.6,
  },
  {
    name: 'inquiries',
    path: '/api/leads',
    options: { method: 'POST', status: 201, fill: createLeadRequest },
    min: 1.4,
  },
] as const;

type Load = (typeof loads)[number];

/** Processor time per response in seconds: of the site's processes, and of PostgreSQL. */
interface Cost {
  site: number;
  database: number;
}

async function readPostgresPid(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(
    "select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::int as pid",
  );
  await client.end();
  return rows[0].pid;
}

/** Loads all processes at the same time. */
async function measureCost(
  sites: readonly ServerProcess[],
  postgresPid: number,
  { path, options }: Load,
): Promise<Cost> {
  const readTimes = () => ({
    site: sites.reduce((sum, { pid }) => sum + readProcessorTime(pid), 0),
    database: readTreeProcessorTime(postgresPid),
  });
  const before = readTimes();
  const results = await Promise.all(
    sites.map(({ url }) =>
      runLoad({
        url: `${url}${path}`,
        connections,
        duration: seconds,
        ...options,
      }),
    ),
  );
  const after = readTimes();
  const responses = results.reduce((sum, { total }) => sum + total, 0);
  return {
    site: (after.site - before.site) / responses,
    database: (after.database - before.database) / responses,
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
 * Computes the rates on cores that do nothing else. A process uses one core at most. The load
 * generator has other cores there, so its time is not part of the costs.
 */
const computeRates = ({ site, database }: Cost, processes: number): Rates => ({
  together: Math.min(processes / site, cores / (site + database)),
  apart: processes / site,
});

const formatRates = ({ apart, together }: Rates) =>
  `${Math.round(apart)} (${Math.round(together)})`;

async function compare(
  [first, second]: readonly [ServerProcess, ServerProcess],
  postgresPid: number,
  load: Load,
  progress: (line: string) => void,
): Promise<Measure[]> {
  const rates: { one: Rates; two: Rates }[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const one = computeRates(await measureCost([first], postgresPid, load), 1);
    const two = computeRates(await measureCost([first, second], postgresPid, load), 2);
    progress(`${load.name} ${round}/${rounds}: ${formatRates(one)} and ${formatRates(two)} per s`);
    // The first pair is a warm-up.
    if (round > 0) rates.push({ one, two });
  }
  const places = [
    { key: 'apart', place: 'PostgreSQL elsewhere' },
    { key: 'together', place: 'PostgreSQL on the same cores' },
  ] as const;
  return places.flatMap(({ key, place }) => [
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
  ]);
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
  const sites: ServerProcess[] = [];
  try {
    const postgresPid = await readPostgresPid(server.url);
    const first = await startServer(env);
    sites.push(first);
    const second = await startServer(env);
    sites.push(second);
    for (const { url } of sites) await warm(`${url}/`);
    const measures: Measure[] = [];
    for (const load of loads)
      measures.push(...(await compare([first, second], postgresPid, load, progress)));
    return {
      measures,
      notes: [
        `Rates per second are for ${cores} cores, computed from the processor time of each response.`,
        'In parentheses: with PostgreSQL on the same cores, where it takes what the second process could use.',
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
