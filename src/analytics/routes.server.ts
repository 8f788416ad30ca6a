import type { FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.server';
import { getSessionCookie } from '../foundation/auth/cookies.server';
import type { Environment } from '../foundation/environment/environment.server';
import { type Api, describeRoutes, noContent } from '../http/api.server';
import { toClientNetwork } from '../http/client-network.server';
import { z } from '../lib/schema';
import { MINUTE } from '../lib/time';
import { funnelReport } from './funnel-contract';
import type { FunnelCounter } from './funnel-counter.server';
import { buildFunnelReport } from './funnel-report.server';
import { funnelPeriods, maxSourceLength, reportedSteps } from './funnel-steps';
import { normalizeSource } from './store.server';

const describeRoute = describeRoutes('funnel');

/** Maximum size of a report in bytes: five steps and a source. */
const maxBodyBytes = 1024;

const reportSchema = z.strictObject({
  steps: z.array(z.enum(reportedSteps)).check(z.minLength(1), z.maxLength(reportedSteps.length)),
  source: z.optional(z.string().check(z.maxLength(maxSourceLength))),
});

const reportParams = z.object({
  days: z.coerce
    .number()
    .check(z.refine((days) => funnelPeriods.some((one) => one === days), 'Expected 7, 30 or 90')),
});

/**
 * Maximum number of counted reports per address and minute. A whole office behind one address sends
 * fewer. Counted in this process's memory: the limit only protects a statistic, and a shared one
 * would cost a write per visit.
 */
const maxReportsPerMinute = 60;

/** Maximum number of remembered addresses; beyond it the least recent ones are forgotten. */
const maxAddresses = 10_000;

/** Registers the routes for the pages' reports (public) and the funnel report (admin). */
export function registerFunnelRoutes(
  api: Api,
  db: Database,
  environment: Environment,
  counter: FunnelCounter,
): void {
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

  /**
   * Returns whether a report counts: it comes from a browser on our own pages, not from a declared
   * bot or the admin, and is within the limit.
   */
  function isVisitor({ headers, cookies, ip }: FastifyRequest): boolean {
    const isOwnPage = headers['sec-fetch-site'] === 'same-origin' || headers.origin !== undefined;
    const agent = headers['user-agent'];
    const isBrowser = isOwnPage && Boolean(agent) && !isbot(agent);
    return isBrowser && !cookies[ownerCookie] && isWithinLimit(ip);
  }

  api.post(
    '/api/funnel',
    {
      bodyLimit: maxBodyBytes,
      ...describeRoute('public', {
        operationId: 'reportFunnelSteps',
        summary: 'Report steps that a visit has taken',
        description:
          'Counted by day and source alone. A report that is not counted gets the same response.',
        body: reportSchema,
        response: { 204: noContent },
      }),
    },
    async (request, reply) => {
      if (isVisitor(request)) {
        const source = normalizeSource(request.body.source);
        for (const step of new Set(request.body.steps)) counter.count(step, source);
      }
      return reply.code(204).send();
    },
  );
  api.get(
    '/api/funnel/:days',
    describeRoute('admin', {
      operationId: 'getFunnel',
      summary: 'Visits of the last days, and the steps they took',
      params: reportParams,
      response: { 200: funnelReport },
    }),
    async (request) => {
      await counter.flush();
      return buildFunnelReport(db, request.params.days);
    },
  );
}
