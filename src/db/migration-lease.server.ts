import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { SECOND } from '../lib/time';
import type { Database, DatabaseTransaction } from './database.server';
import { migrationLockTable } from './migration-state.server';

/** How long the lease lasts without being renewed. A process that dies blocks others that long. */
const leaseSeconds = 30;

const renewalMs = (leaseSeconds / 3) * SECOND;

/** Milliseconds between two attempts to get a lease that another process holds. */
const retryMs = SECOND;

/** Another process took the lease over, because this one did not renew it in time. */
export class LeaseLostError extends Error {}

/** Requires that the process still has the lease, at the end of the migration's transaction. */
export type ConfirmLease = (transaction: DatabaseTransaction) => Promise<void>;

const table = sql.table(migrationLockTable);

/** By the clock of the database, because those of the processes may differ. */
const expiry = sql.raw(`now() + interval '${leaseSeconds} seconds'`);

/** Adds what earlier releases did not store. */
async function addLeaseColumns(db: Database): Promise<void> {
  await sql`alter table ${table} add column if not exists holder varchar(255)`.execute(db);
  await sql`alter table ${table} add column if not exists expires_at timestamptz`.execute(db);
}

/** @returns whether the row was changed: the condition held */
async function changeLease(
  db: Database,
  changes: ReturnType<typeof sql>,
  condition: ReturnType<typeof sql>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`update ${table} set ${changes}
    where id = 'migration_lock' and ${condition}`.execute(db);
  return (numAffectedRows ?? 0n) > 0n;
}

/**
 * Runs work while this process holds the lease on migrations: a row that says who migrates and
 * until when. Works on every engine, unlike an advisory lock, and through poolers.
 * @param onWait is called once when another process holds the lease
 */
export async function withMigrationLease<T>(
  db: Database,
  work: (confirm: ConfirmLease) => Promise<T>,
  onWait: () => void,
): Promise<T> {
  const holder = randomUUID();
  const isOwn = sql`holder = ${holder}`;
  const renewed = sql`holder = ${holder}, expires_at = ${expiry}`;
  await addLeaseColumns(db);
  const isFree = sql`(holder is null or expires_at < now())`;
  for (let attempt = 1; !(await changeLease(db, renewed, isFree)); attempt += 1) {
    if (attempt === 1) onWait();
    await pause(retryMs);
  }
  const timer = setInterval(() => {
    // `confirm` detects a lease that could not be renewed.
    changeLease(db, renewed, isOwn).catch(() => {});
  }, renewalMs);
  try {
    return await work(async (transaction) => {
      // Locks the row until the commit, so that nobody takes the lease over in between.
      if (!(await changeLease(transaction, renewed, isOwn))) throw new LeaseLostError();
    });
  } finally {
    clearInterval(timer);
    // If this fails, the lease expires.
    await changeLease(db, sql`holder = null, expires_at = null`, isOwn).catch(() => {});
  }
}
