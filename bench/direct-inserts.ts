import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { databaseFileName } from '../src/db/database.server';
import { sampleLead } from '../tests/support/samples';

/** Inserts single rows into `leads` directly through the driver that the server uses. */
export interface DirectInserts {
  insert: () => Promise<void> | void;
  /** Deletes the inserted rows. The server would add their search texts during a later measurement. */
  clear: () => Promise<void> | void;
  /** Counts all leads, including those stored by the server. */
  count: () => Promise<number> | number;
  close: () => Promise<void> | void;
}

/** By this name the rows are told apart from those that the server stores. */
const contactName = 'Inserted directly';

const createRow = () => {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    company_name: sampleLead.companyName,
    contact_name: contactName,
    email: sampleLead.email,
    phone: sampleLead.phone,
    industry: sampleLead.industry,
    number_of_locations: sampleLead.numberOfLocations,
    interested_package: sampleLead.interestedPackage,
    message: sampleLead.message,
    status: 'new',
    created_at: now,
    updated_at: now,
  };
};

const columns = Object.keys(createRow());
const buildInsert = (placeholder: (index: number) => string) =>
  `insert into leads (${columns.join(', ')}) values (${columns.map((_, index) => placeholder(index)).join(', ')})`;

const countQuery = 'select count(*) as total from leads';
const clearStatement = `delete from leads where contact_name = '${contactName}'`;

/**
 * Opens SQLite for inserts. Every insert is its own transaction and is on disk before the next one
 * (`synchronous=FULL`, as in the server).
 */
export function openSqlite(dataDir: string): DirectInserts {
  const database = new DatabaseSync(join(dataDir, databaseFileName), { timeout: 10_000 });
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  const prepared = database.prepare(buildInsert(() => '?'));
  return {
    insert: () => void prepared.run(...Object.values(createRow())),
    clear: () => database.exec(clearStatement),
    count: () => Number(database.prepare(countQuery).get()?.total),
    close: () => {
      database.close();
    },
  };
}

/**
 * Opens PostgreSQL for inserts. Every insert is its own transaction, over as many connections as
 * the server uses.
 */
export function openPostgres(connectionString: string): DirectInserts {
  const pool = new pg.Pool({ connectionString, max: 10 });
  const text = buildInsert((index) => `$${index + 1}`);
  return {
    insert: async () => {
      await pool.query({ name: 'insert-lead', text, values: Object.values(createRow()) });
    },
    clear: async () => {
      await pool.query(clearStatement);
    },
    count: async () => Number((await pool.query(countQuery)).rows[0].total),
    close: () => pool.end(),
  };
}

/**
 * Inserts as fast as possible for the given seconds.
 * @returns inserts per second
 */
export async function measureInsertRate(
  { insert }: DirectInserts,
  concurrency: number,
  seconds: number,
): Promise<number> {
  const startedAt = performance.now();
  const end = startedAt + seconds * 1000;
  let inserted = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (performance.now() < end) {
        await insert();
        inserted += 1;
      }
    }),
  );
  return (inserted * 1000) / (performance.now() - startedAt);
}
