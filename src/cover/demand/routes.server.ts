import { periodParams } from '../../analytics/funnel-contract';
import { createVisitorCheck } from '../../analytics/visitor-check.server';
import type { Database } from '../../db/database.server';
import type { Environment } from '../../foundation/environment/environment.server';
import { type Api, describeRoutes, noContent } from '../../http/api.server';
import { AppError } from '../../lib/errors';
import type { CoverAnswer, Plan } from '../contract';
import { maxPlanCodeLength } from '../encode-plan';
import { decodePlan } from '../plan-code';
import { demandInput, demandReport } from './contract';
import { buildDemandReport, type createDemandCounter } from './store.server';

const describeRoute = describeRoutes('cover');

interface Parts {
  environment: Environment;
  counter: ReturnType<typeof createDemandCounter>;
  match: (asked: Plan) => Promise<CoverAnswer>;
  /** Counts a plan of a client. @throws AppError too_many_requests */
  admit: (ip: string) => Promise<unknown>;
}

/** Registers the routes for the pages' reports (public) and the hours that were asked for (admin). */
export function registerDemandRoutes(
  api: Api,
  db: Database,
  { environment, counter, match, admit }: Parts,
): void {
  const isVisitor = createVisitorCheck(environment);
  /** Counts a report towards the limit of plans, because it costs a matching as well. */
  const isWithinLimit = (ip: string): Promise<boolean> =>
    admit(ip).then(
      () => true,
      (error: unknown) => {
        if (error instanceof AppError && error.code === 'too_many_requests') return false;
        throw error;
      },
    );
  api.post(
    '/api/cover/demand',
    {
      bodyLimit: maxPlanCodeLength + 1024,
      ...describeRoute('public', {
        operationId: 'reportPlan',
        summary: 'Report the plan that a visitor leaves',
        description:
          'Counted by day, weekday and hour alone; the plan is not stored. A report that is not counted gets the same response.',
        body: demandInput,
        response: { 204: noContent },
      }),
    },
    async (request) => {
      const { id, code } = request.body;
      const asked = isVisitor(request) ? decodePlan(code) : undefined;
      if (asked && (await isWithinLimit(request.ip))) counter.count(id, await match(asked));
    },
  );
  api.get(
    '/api/cover/demand/:days',
    describeRoute('admin', {
      operationId: 'getDemand',
      summary: 'Hours of the week that the plans of the last days asked for',
      params: periodParams,
      response: { 200: demandReport },
    }),
    async (request) => {
      await counter.flush();
      return buildDemandReport(db, request.params.days);
    },
  );
}
