import type { Database } from '../db/database.server';
import { createRateLimitCounter } from '../db/rate-limit-counter.server';
import { AppError } from '../lib/errors';
import { isLoopbackAddress } from '../lib/local-network.server';
import { MINUTE } from '../lib/time';
import { toClientNetwork } from './client-network.server';

/** Milliseconds that are counted over. */
const windowMs = 10 * MINUTE;

/**
 * Refused senders that a process remembers, so that a flood costs the database nothing more. Beyond them
 * it forgets all and asks the database again.
 */
const maxBlockedKeys = 10_000;

interface ClientRateLimitOptions {
  /** Keeps this limit's counts apart from those of the others. */
  name: string;
  /** Requests within ten minutes of one address (IPv6: /64), and of the network around it (/24, /48). */
  maxPerAddress: number;
  maxPerNetwork: number;
  /** What there were too many of, as the beginning of a sentence: "Many inquiries". */
  subject: string;
}

/** Counts requests by where they come from, over ten minutes, for all processes of the database. */
export function createClientRateLimit(db: Database, limits: ClientRateLimitOptions) {
  const incrementCounts = createRateLimitCounter(db);
  /** Until when what is refused, in milliseconds since the epoch. */
  const blockedUntil = new Map<string, number>();

  function rejectUntil(until: number): never {
    const seconds = Math.max(1, Math.ceil((until - Date.now()) / 1000));
    throw new AppError(
      'too_many_requests',
      `${limits.subject} came from your network. Please try again in ${Math.ceil(seconds / 60)} minutes, or write to us.`,
      { retryAfterSeconds: seconds },
    );
  }

  /** @throws AppError too_many_requests when a key is known to be refused */
  function requireNotBlocked(key: string): void {
    const until = blockedUntil.get(key);
    if (until === undefined) return;
    // A clock that was set back must not hold on to what was refused in its future.
    if (until > Date.now() && until <= Date.now() + windowMs) rejectUntil(until);
    blockedUntil.delete(key);
  }

  /**
   * Counts a request.
   * @returns how many its address has sent; 0 for our own machine, whose requests are not counted
   * @throws AppError too_many_requests
   */
  return async function admit(ip: string): Promise<number> {
    // A test, or a proxy that TRUST_PROXY does not name, behind which all visitors would share one count.
    if (isLoopbackAddress(ip)) return 0;
    const { address, network } = toClientNetwork(ip);
    const rules = [
      { key: `${limits.name} address ${address}`, max: limits.maxPerAddress },
      { key: `${limits.name} network ${network}`, max: limits.maxPerNetwork },
    ];
    for (const { key } of rules) requireNotBlocked(key);
    const counts = await incrementCounts(
      rules.map(({ key }) => key),
      windowMs,
    );
    for (const [index, { key, max }] of rules.entries()) {
      const counted = counts[index];
      if (!counted || counted.count <= max) continue;
      if (blockedUntil.size >= maxBlockedKeys) blockedUntil.clear();
      blockedUntil.set(key, counted.endsAt);
      rejectUntil(counted.endsAt);
    }
    return counts[0]?.count ?? 0;
  };
}
