import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.server';
import { createRateLimitCounter } from '../db/rate-limit-counter.server';
import { AppError } from '../lib/errors';
import { MINUTE, SECOND } from '../lib/time/durations';
import { toClientNetwork } from './client-network.server';

const windowMs = 10 * MINUTE;

/** The maximum of blocked clients whose further requests don't reach the database. */
const maxBlockedKeys = 10_000;

interface ClientRateLimitOptions {
  /** Separates the counts of this limit from those of the others. */
  name: string;
  /** Requests in ten minutes from one address (IPv6: /64). */
  maxPerAddress: number;
  /** Requests in ten minutes from the network around the address (/24, IPv6: /48). */
  maxPerNetwork: number;
  /** The subject of the error message: "Many inquiries". */
  subject: string;
}

/** Limits requests per client in ten minutes, counted in the database for all processes. */
export function createClientRateLimit(db: Database, limits: ClientRateLimitOptions) {
  const incrementCounts = createRateLimitCounter(db);
  /**
   * The end of each blocked key's window, in milliseconds since the epoch. Created for the first one,
   * because it allocates the memory for all of them.
   */
  let blockedKeys: LRUCache<string, number> | undefined;

  function reject(remainingMs: number): never {
    const seconds = Math.ceil(remainingMs / SECOND);
    throw new AppError(
      'too_many_requests',
      `${limits.subject} came from your network. Please try again in ${Math.ceil(seconds / 60)} minutes, or write to us.`,
      { retryAfterSeconds: seconds },
    );
  }

  /**
   * Counts a request. @returns the count of its address; 0 for this machine, which is not limited
   * @throws AppError too_many_requests
   */
  return async function admit(ip: string): Promise<number> {
    const { address, network, isThisMachine } = toClientNetwork(ip);
    // A test, or a proxy that is missing in TRUST_PROXY, behind which all visitors would share one
    // count.
    if (isThisMachine) return 0;
    const rules = [
      { key: `${limits.name} address ${address}`, max: limits.maxPerAddress },
      { key: `${limits.name} network ${network}`, max: limits.maxPerNetwork },
    ];
    for (const { key } of rules) {
      const remainingMs = (blockedKeys?.get(key) ?? 0) - Date.now();
      // A longer time is of a clock that was ahead: the database decides.
      if (remainingMs > 0 && remainingMs <= windowMs) reject(remainingMs);
    }
    const counts = await incrementCounts(
      rules.map(({ key }) => key),
      windowMs,
    );
    for (const [index, { key, max }] of rules.entries()) {
      const counted = counts[index];
      if (!counted || counted.count <= max) continue;
      blockedKeys ??= new LRUCache({ max: maxBlockedKeys });
      blockedKeys.set(key, counted.endsAt);
      reject(Math.max(SECOND, counted.endsAt - Date.now()));
    }
    return counts[0]?.count ?? 0;
  };
}

/** Calls of the owner in ten minutes, of all sessions together. */
const maxOwnerCalls = 10;

/** Limits what the owner starts and what calls other services, such as a test of a connection. */
export function createOwnerRateLimit(db: Database) {
  const incrementCounter = createRateLimitCounter(db);

  /**
   * Counts a call.
   * @param noun what is limited, for the error message
   * @throws AppError too_many_requests
   */
  return async function admit(key: string, noun: 'tests' | 'checks'): Promise<void> {
    const [counted] = await incrementCounter([key], windowMs);
    if (!counted || counted.count <= maxOwnerCalls) return;
    throw new AppError('too_many_requests', `Too many ${noun}. Try again in ten minutes.`, {
      retryAfterSeconds: Math.max(1, Math.ceil((counted.endsAt - Date.now()) / SECOND)),
    });
  };
}
