import type { Database } from '../db/database.server';
import type { Environment } from '../foundation/environment/environment.server';
import { type Api, describeRoutes, noContent } from '../http/api.server';
import { z } from '../lib/schema';
import { funnelReport, periodParams } from './funnel-contract';
import type { FunnelCounter } from './funnel-counter.server';
import { buildFunnelReport } from './funnel-report.server';
import { maxSourceLength, reportedSteps } from './funnel-steps';
import { normalizeSource } from './store.server';
import { createVisitorCheck } from './visitor-check.server';

const describeRoute = describeRoutes('funnel');

/** Maximum size of a report in bytes: five steps and a source. */
const maxBodyBytes = 1024;

const reportSchema = z.strictObject({
  steps: z.array(z.enum(reportedSteps)).check(z.minLength(1), z.maxLength(reportedSteps.length)),
  source: z.optional(z.string().check(z.maxLength(maxSourceLength))),
});

/** Registers the routes for the pages' reports (public) and the funnel report (admin). */
export function registerFunnelRoutes(
  api: Api,
  db: Database,
  environment: Environment,
  counter: FunnelCounter,
): void {
  const isVisitor = createVisitorCheck(environment);
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
    async (request) => {
      if (isVisitor(request)) {
        const source = normalizeSource(request.body.source);
        for (const step of new Set(request.body.steps)) counter.count(step, source);
      }
    },
  );
  api.get(
    '/api/funnel/:days',
    describeRoute('admin', {
      operationId: 'getFunnel',
      summary: 'Visits of the last days, and the steps they took',
      params: periodParams,
      response: { 200: funnelReport },
    }),
    async (request) => {
      await counter.flush();
      return buildFunnelReport(db, request.params.days);
    },
  );
}
