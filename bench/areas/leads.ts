import { randomInt, randomUUID } from 'node:crypto';
import { startPostgres } from '../../tests/postgres';
import { sampleLead } from '../../tests/samples';
import { startServer } from '../../tests/server-process';
import { temporaryFolder } from '../../tests/temporary-folder';
import { type DirectInserts, insertRate, intoPostgres, intoSqlite } from '../direct-inserts';
import { load } from '../load';
import { type Area, type Findings, type Measure, median } from '../measure';
import { settings } from '../site';

const rounds = 3;
const seconds = 3;
const atOnce = [1, 16, 64];

type Engine = 'SQLite' | 'PostgreSQL';

/** Each request is another visitor's, from another network: the limits per address are not what is measured. */
const fill = () => ({
  body: JSON.stringify(sampleLead),
  headers: {
    'content-type': 'application/json',
    'idempotency-key': randomUUID(),
    'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`,
  },
});

async function measureEngine(
  engine: Engine,
  env: { DATA_DIR: string; DATABASE_URL?: string },
  open: () => DirectInserts,
  progress: (line: string) => void,
): Promise<Measure[]> {
  const site = await startServer({
    ...settings(env.DATA_DIR),
    ...env,
    DEMO_CONTENT: 'false',
    TRUST_PROXY: '127.0.0.0/8,::1',
  });
  const direct = open();
  const measures: Measure[] = [];
  let acknowledged = 0;
  let inserted = 0;
  try {
    for (const connections of atOnce) {
      const ratios: number[] = [];
      const rates: number[] = [];
      for (let round = 0; round <= rounds; round += 1) {
        const ours = await load({
          url: `${site.url}/api/leads`,
          connections,
          duration: seconds,
          method: 'POST',
          status: 201,
          fill,
        });
        acknowledged += ours.total;
        const { rate: straight, total } = await insertRate(direct, connections, seconds);
        inserted += total;
        if (round === 0) continue;
        ratios.push(ours.rate / straight);
        rates.push(ours.rate);
        progress(
          `${engine} ${connections} at once ${round}/${rounds}: ${Math.round(ours.rate)} of ${Math.round(straight)} leads/s`,
        );
      }
      measures.push(
        { name: `${engine}, ${connections} at once, leads/s`, value: Math.round(median(rates)) },
        {
          name: `${engine}, ${connections} at once, of inserts`,
          value: median(ratios),
          ...(connections === 64 && { min: 0.5 }),
        },
      );
    }
    // More may be there: requests whose answer came when nobody waited any more.
    measures.push({
      name: `${engine}, acknowledged and not found`,
      value: Math.max(0, acknowledged + inserted - (await direct.count())),
      max: 0,
    });
    return measures;
  } finally {
    await direct.close();
    await site.stop();
  }
}

async function run(progress: (line: string) => void): Promise<Findings> {
  // In memory an fsync costs nothing, and so nothing would be measured of what is durable.
  const folder = temporaryFolder('disk');
  try {
    const { path } = folder;
    const sqlite = await measureEngine(
      'SQLite',
      { DATA_DIR: path },
      () => intoSqlite(path),
      progress,
    );
    const server = await startPostgres('disk');
    try {
      const env = { DATA_DIR: path, DATABASE_URL: server.url };
      const postgres = await measureEngine(
        'PostgreSQL',
        env,
        () => intoPostgres(server.url),
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
  title: 'Leads stored a second, against single-row durable inserts through the same driver',
  run,
} satisfies Area;
