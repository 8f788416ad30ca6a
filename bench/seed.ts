import { randomUUID } from 'node:crypto';
import { seedDemoContent } from '../src/app/seed-demo-content.server';
import { demoContent } from '../src/content/collections/collections.server';
import { talents } from '../src/content/collections/talents/contract';
import {
  industryFilters,
  seniorities,
  talentRoleFilters,
  toolFilters,
} from '../src/content/collections/talents/talent-options';
import { createRowMapper } from '../src/content/kit/table.server';
import { type Database, openDatabase } from '../src/db/database.server';
import { migrate } from '../src/db/migrate.server';
import { leadStatuses } from '../src/leads/contract';
import { ApiClient } from '../tests/support/api-client';
import { sampleItems, sampleLead } from '../tests/support/samples';
import { startServer } from '../tests/support/server-process';
import { settings } from './site';

/** Rows per insert: SQLite allows 32,766 parameters. */
const batchSize = 500;

const pick = <T>(items: readonly T[], index: number): T => items[index % items.length] as T;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

async function insertAll(db: Database, table: string, rows: Record<string, unknown>[]) {
  for (let start = 0; start < rows.length; start += batchSize) {
    // Generic over tables, so the types are cast away; the database checks the columns.
    await db
      .insertInto(table as 'leads')
      .values(rows.slice(start, start + batchSize) as never)
      .execute();
  }
}

/**
 * Fills an empty database with the given numbers of talents and leads.
 * @param settings of a server that will start with `DEMO_CONTENT=false`
 */
export async function seed(
  settings: { DATA_DIR: string; DATABASE_URL?: string },
  counts: { talents: number; leads: number },
): Promise<void> {
  const db = await openDatabase(settings);
  try {
    await migrate(db);
    const { encode } = createRowMapper(talents);
    await insertAll(
      db,
      'talents',
      Array.from({ length: counts.talents }, (_, index) => ({
        ...encode({
          ...sampleItems.talents,
          name: `Person ${index + 1}`,
          role: pick(talentRoleFilters, index),
          industry: [pick(industryFilters, index)],
          seniority: pick(seniorities, index),
          toolProficiency: [pick(toolFilters, index), pick(toolFilters, index + 3)],
          status: 'available',
          displayOrder: index,
        }),
        id: randomUUID(),
        createdAt: minutesAgo(0),
      })),
    );
    await insertAll(
      db,
      'leads',
      Array.from({ length: counts.leads }, (_, index) => ({
        ...sampleLead,
        id: randomUUID(),
        companyName: `Company ${index + 1}`,
        status: pick(leadStatuses, index),
        createdAt: minutesAgo(index),
        updatedAt: minutesAgo(index),
      })),
    );
  } finally {
    await db.destroy();
  }
}

/** Waits until the server has filled in what `seed` leaves out: sources and search texts. */
async function waitForBackfill(api: ApiClient, leadCount: number): Promise<void> {
  const deadline = Date.now() + 300_000;
  while (Date.now() < deadline) {
    const { headers } = await api.get('/api/leads?limit=1&source=direct&q=full%20pm');
    if (headers.get('x-total-count') === String(leadCount)) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error('The search texts were not filled in within 5 minutes.');
}

/**
 * Starts a server with the given numbers of talents and leads, and without demo content.
 * @returns the server, and a client that is signed in
 */
export async function startSeededSite(
  env: { DATA_DIR: string; DATABASE_URL?: string },
  counts: { talents: number; leads: number },
) {
  await seed(env, counts);
  const server = await startServer({ ...settings(env.DATA_DIR), ...env, DEMO_CONTENT: 'false' });
  const api = new ApiClient(server.url);
  await api.signIn();
  await waitForBackfill(api, counts.leads);
  return { server, api };
}

/**
 * Fills an empty data folder with the demo content and repeats its talents up to `talentCount`.
 * @param dataDir data folder of a server that will start
 */
export async function seedDemo(dataDir: string, talentCount: number): Promise<void> {
  const db = await openDatabase({ DATA_DIR: dataDir });
  try {
    await migrate(db);
    await seedDemoContent(db);
    const { encode } = createRowMapper(talents);
    const rows = Array.from({ length: talentCount }, (_, displayOrder) => ({
      ...encode({
        ...talents.defaults,
        ...talents.create.parse(pick(demoContent.talents, displayOrder)),
      }),
      displayOrder,
      id: randomUUID(),
      createdAt: minutesAgo(0),
      updatedAt: minutesAgo(0),
    }));
    await insertAll(db, 'talents', rows.slice(demoContent.talents.length));
  } finally {
    await db.destroy();
  }
}
