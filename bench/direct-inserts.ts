import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import SqliteDatabase from 'libsql';
import pg from 'pg';
import { sampleLead } from '../tests/samples';

/** Inserts of one row of `leads`, straight through the driver that the server uses too. */
export interface DirectInserts {
  insert: () => Promise<void> | void;
  /** How many leads there are, whoever stored them. */
  count: () => Promise<number> | number;
  close: () => Promise<void> | void;
}

const row = () => {
  const now = new Date().toISOString();
  return {
    id: randomUUID(),
    company_name: sampleLead.companyName,
    contact_name: sampleLead.contactName,
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

const columns = Object.keys(row());
const statement = (place: (index: number) => string) =>
  `insert into leads (${columns.join(', ')}) values (${columns.map((_, index) => place(index)).join(', ')})`;

const counted = 'select count(*) as total from leads';

/** Each insert is a transaction of its own, on the disk before the next (`synchronous=FULL`, as the server has it). */
export function intoSqlite(dataDir: string): DirectInserts {
  const database = new SqliteDatabase(join(dataDir, 'crewbridge.db'), { timeout: 10_000 });
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  const prepared = database.prepare(statement(() => '?'));
  return {
    insert: () => void prepared.run(...Object.values(row())),
    count: () => (database.prepare(counted).get() as { total: number }).total,
    close: () => {
      database.close();
    },
  };
}

/** Each insert is a transaction of its own, over as many connections as the server has. */
export function intoPostgres(connectionString: string): DirectInserts {
  const pool = new pg.Pool({ connectionString, max: 10 });
  const text = statement((index) => `$${index + 1}`);
  return {
    insert: async () => {
      await pool.query({ name: 'insert-lead', text, values: Object.values(row()) });
    },
    count: async () => Number((await pool.query(counted)).rows[0].total),
    close: () => pool.end(),
  };
}

/** Inserts as fast as it goes, so many at once, for so many seconds. */
export async function insertRate(
  { insert }: DirectInserts,
  atOnce: number,
  seconds: number,
): Promise<{ rate: number; total: number }> {
  const began = performance.now();
  const end = began + seconds * 1000;
  let done = 0;
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (performance.now() < end) {
        await insert();
        done += 1;
      }
    }),
  );
  return { rate: (done * 1000) / (performance.now() - began), total: done };
}
