import type { FastifyRequest } from 'fastify';
import { isbot } from 'isbot';
import { type Api, failures, noContent } from '../../lib/api.server';
import type { Database } from '../../lib/database.server';
import type { Environment } from '../../lib/environment.server';
import { z } from '../../lib/schema';
import { sessionCookie } from '../auth/require-admin.server';
import { limitedAddress } from '../auth/sign-in-limit.server';
import { type FunnelStep, funnelPeriods, funnelSteps, reportedSteps, sourceLength } from './funnel';
import type { FunnelCounter } from './funnel-counter.server';
import { sourceName } from './funnel-counts.server';
import { funnelReport } from './funnel-report.server';

const tags = ['funnel'];

/** Bytes of a report: five words and a source. */
const bodyLimit = 1024;

const report = z.strictObject({
  steps: z.array(z.enum(reportedSteps)).check(z.minLength(1), z.maxLength(reportedSteps.length)),
  source: z.optional(z.string().check(z.maxLength(sourceLength))),
});

const counts = z.partialRecord(
  z.enum(funnelSteps.map(({ step }) => step) as [FunnelStep, ...FunnelStep[]]),
  z.number(),
);

/**
 * Reports of one address in a minute that count; an office behind one address sends fewer. In this process's
 * memory: it bounds what one sender adds to a statistic, and to share it would cost a write for each visit.
 */
const reportsPerMinute = 60;

/** Addresses that are remembered for that; beyond them all start anew. */
const mostAddresses = 10_000;

function reportLimit() {
  let minute = 0;
  let seen = new Map<string, number>();
  return (address: string): boolean => {
    const now = Math.floor(Date.now() / 60_000);
    if (now !== minute || seen.size >= mostAddresses) {
      minute = now;
      seen = new Map();
    }
    const key = limitedAddress(address);
    const reports = (seen.get(key) ?? 0) + 1;
    seen.set(key, reports);
    return reports <= reportsPerMinute;
  };
}

/** What the site's pages report of their visitors, and, for the owner, what it adds up to. */
export function funnelRoutes(
  api: Api,
  db: Database,
  environment: Environment,
  counter: FunnelCounter,
): void {
  const isWithinLimit = reportLimit();
  const ownerCookie = sessionCookie(environment).name;

  /** A browser on a page of ours says so; programs that say who they are are left out, and the owner. */
  function isVisitor({ headers, cookies, ip }: FastifyRequest): boolean {
    const isOurPage = headers['sec-fetch-site'] === 'same-origin' || headers.origin !== undefined;
    const agent = headers['user-agent'];
    return (
      isOurPage && Boolean(agent) && !isbot(agent) && !cookies[ownerCookie] && isWithinLimit(ip)
    );
  }

  api.post(
    '/api/funnel',
    {
      config: { access: 'public' },
      bodyLimit,
      schema: {
        operationId: 'reportFunnelSteps',
        tags,
        summary: 'Report steps that a visit has taken',
        description: 'Counted by day and source alone. What is left out gets the same answer.',
        body: report,
        response: { 204: noContent, ...failures('invalid', 'too_large', 'unsupported_type') },
      },
    },
    async (request, reply) => {
      if (isVisitor(request)) {
        const source = sourceName(request.body.source);
        for (const step of new Set(request.body.steps)) counter.count(step, source);
      }
      return reply.code(204).send();
    },
  );

  api.get(
    '/api/funnel/:days',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'getFunnel',
        tags,
        summary: 'How many came in the last days, and how far they got',
        params: z.object({
          days: z.coerce
            .number()
            .check(
              z.refine((days) => funnelPeriods.some((one) => one === days), 'Expected 7, 30 or 90'),
            ),
        }),
        response: {
          200: z.object({
            days: z.array(z.object({ day: z.string(), counts })),
            sources: z.array(z.object({ source: z.string(), counts })),
          }),
          ...failures('invalid', 'unauthenticated'),
        },
      },
    },
    async (request) => {
      await counter.flush();
      return funnelReport(db, request.params.days);
    },
  );
}
