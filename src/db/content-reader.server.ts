import type { FastifyBaseLogger } from 'fastify';
import { AppError } from '../lib/errors';
import { SECOND } from '../lib/time/durations';
import { readContentVersion } from './content-version.server';
import type { Database } from './database.server';

/** Milliseconds for which a replica that failed is not asked again. */
const retryMs = 5 * SECOND;

/** Thrown when the replica does not have the latest change of the content yet. */
class ReplicaBehindError extends Error {}

interface ContentReaderOptions {
  db: Database;
  /** Without it, everything is read from the primary. */
  replica: Database | undefined;
  /** Returns the content version that this process knows. */
  getVersion: () => string | undefined;
  log: FastifyBaseLogger;
}

/** Number of reads by target and reason. */
export interface ReplicaCounts {
  replica: number;
  behind: number;
  failed: number;
}

export interface ContentReader {
  /** Reads content for visitors. `work` may run twice. */
  read: <T>(work: (db: Database) => Promise<T>) => Promise<T>;
  /** Undefined without a replica. */
  counts: Readonly<ReplicaCounts> | undefined;
}

/**
 * Creates the reader of content: what only the owner changes, and visitors see. It reads from the
 * replica, unless that is behind the content version that this process knows, or fails. So a
 * change shows as soon as without a replica, and a stale list is never cached as the new one.
 */
export function createContentReader({
  db,
  replica,
  getVersion,
  log,
}: ContentReaderOptions): ContentReader {
  if (!replica) return { read: (work) => work(db), counts: undefined };
  const counts: ReplicaCounts = { replica: 0, behind: 0, failed: 0 };
  let retryAt = 0;
  /** Logged once per outage. */
  let isFailing = false;

  /**
   * Reads the version and the content from the same snapshot, because one URL can lead to several
   * replicas.
   */
  const readReplica = <T>(work: (db: Database) => Promise<T>): Promise<T> =>
    replica
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (transaction) => {
        const replicaVersion = await readContentVersion(transaction);
        const version = getVersion();
        if (version === undefined || Number(replicaVersion ?? 0) < Number(version)) {
          throw new ReplicaBehindError();
        }
        return work(transaction);
      });

  async function read<T>(work: (db: Database) => Promise<T>): Promise<T> {
    if (performance.now() < retryAt) return work(db);
    try {
      const result = await readReplica(work);
      counts.replica += 1;
      isFailing = false;
      return result;
    } catch (error) {
      // An AppError concerns the content, such as a missing item. The primary would throw it as
      // well.
      if (error instanceof AppError) throw error;
      if (error instanceof ReplicaBehindError) {
        counts.behind += 1;
      } else {
        counts.failed += 1;
        if (!isFailing) log.warn({ err: error }, 'the replica could not be read');
        isFailing = true;
        retryAt = performance.now() + retryMs;
      }
      return work(db);
    }
  }

  return { read, counts };
}
