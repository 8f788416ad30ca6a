import type { FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import { getSessionCookie } from '../foundation/auth/cookies.server';
import type { Environment } from '../foundation/environment/environment.server';
import { toClientNetwork } from '../http/client-network.server';
import { MINUTE } from '../lib/time/durations';

/**
 * Maximum number of counted reports per address and minute. A whole office behind one address sends
 * fewer. Counted in this process's memory: the limit only protects a statistic, and a shared one
 * would cost a write per visit.
 */
const maxReportsPerMinute = 60;

/** Maximum number of remembered addresses; beyond it the least recent ones are forgotten. */
const maxAddresses = 10_000;

/**
 * Creates a check of whether a page's report counts: it comes from a browser on our own pages, not
 * from a declared bot or the admin, and is within the limit.
 */
export function createVisitorCheck(environment: Environment) {
  /** Created for the first report, because it allocates the memory for all addresses. */
  let reportCounts: LRUCache<string, number> | undefined;
  const ownerCookie = getSessionCookie(environment).name;

  function isWithinLimit(ip: string): boolean {
    const { address } = toClientNetwork(ip);
    reportCounts ??= new LRUCache({ max: maxAddresses, ttl: MINUTE, noUpdateTTL: true });
    const reports = (reportCounts.get(address) ?? 0) + 1;
    reportCounts.set(address, reports);
    return reports <= maxReportsPerMinute;
  }

  return ({ headers, cookies, ip }: FastifyRequest): boolean => {
    const isOwnPage = headers['sec-fetch-site'] === 'same-origin' || headers.origin !== undefined;
    const agent = headers['user-agent'];
    const isBrowser = isOwnPage && Boolean(agent) && !isbot(agent);
    return isBrowser && !cookies[ownerCookie] && isWithinLimit(ip);
  };
}
