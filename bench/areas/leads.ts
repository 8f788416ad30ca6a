import { startPostgres } from '../../tests/support/postgres';
import { startServer } from '../../tests/support/server-process';
import { temporaryFolder } from '../../tests/support/temporary-folder';
import { type DirectInserts, measureInsertRate, openPostgres, openSqlite } from '../direct-inserts';
import { createLeadRequest } from '../lead-request';
import { runLoad } from '../load';
import { type Area, type Findings, type Measure, median } from '../measure';
import { settings } from '../site';

const rounds = 3;
const seconds = 3;
const concurrencies = [1, 16, 64];

type Engine = 'SQLite' | 'PostgreSQL';

async function measureEngine(
  engine: Engine,
  env: { DATA_DIR: string; DATABASE_URL?: string },
  openDirect: () => DirectInserts,
  progress: (line: string) => void,
): Promise<Measure[]> {
  const site = await startServer({
    ...settings(env.DATA_DIR),
    ...env,
    DEMO_CONTENT: 'false',
    TRUST_PROXY: '127.0.0.0/8,::1',
  });
  const direct = openDirect();
  const measures: Measure[] = [];
  let acknowledged = 0;
  try {
    for (const connections of concurrencies) {
      const ratios: number[] = [];
      const rates: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const ours = await runLoad({
          url: `${site.url}/api/leads`,
          connections,
          duration: seconds,
          method: 'POST',
          status: 201,
          fill: createLeadRequest,
        });
        acknowledged += ours.total;
        const directRate = await measureInsertRate(direct, connections, seconds);
        await direct.clear();
        if (round === 0) continue;
        ratios.push(ours.rate / directRate);
        rates.push(ours.rate);
        progress(
          `${engine} ${connections} connections ${round}/${rounds}: ${Math.round(ours.rate)} of ${Math.round(directRate)} leads/s`,
        );
      }
      measures.push(
        {
          name: `${engine}, ${connections} connections, leads/s`,
          value: Math.round(median(rates)),
        },
        {
          name: `${engine}, ${connections} connections, relative to direct inserts`,
          value: median(ratios),
          ...(connections === 64 && { min: engine === 'SQLite' ? 0.5 : 0.35 }),
        },
      );
    }
    // There may be more leads: those of requests whose response arrived after the load test ended.
    measures.push({
      name: `${engine}, acknowledged but not stored`,
      value: Math.max(0, acknowledged - (await direct.count())),
      max: 0,
    });
    return measures;
  } finally {
    await direct.close();
    await site.stop();
  }
}

async function run(progress: (line: string) => void): Promise<Findings> {
  // On disk: in memory an fsync costs nothing, so durability would not be measured.
  const folder = temporaryFolder('disk');
  try {
    const { path } = folder;
    const sqlite = await measureEngine(
      'SQLite',
      { DATA_DIR: path },
      () => openSqlite(path),
      progress,
    );
    const server = await startPostgres('disk');
    try {
      const env = { DATA_DIR: path, DATABASE_URL: server.url };
      const postgres = await measureEngine(
        'PostgreSQL',
        env,
        () => openPostgres(server.url),
        progress,
      );
      return { measures: [...sqlite, ...postgres] };
    } finally {
      await server.stop();
    }
  } finally {
    folder.remove();
  }
}

export default {
  title:
    'Leads stored per second, compared with durable single-row inserts through the same driver',
  run,
} satisfies Area;
