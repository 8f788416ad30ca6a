import { createHash } from 'node:crypto';
import { retryDelivery } from '../../foundation/outbox/receipts.server';
import { type Api, describeRoutes, idParams } from '../../http/api.server';
import { matchEtag } from '../../http/response-body.server';
import { z } from '../../lib/schema';
import { leadDelivery } from '../detail-contract';
import type { LeadRoutesContext } from '../routes-context.server';
import { createOverviewSchema, readOverview } from './overview.server';

const describeRoute = describeRoutes('leads');

/** The schema of a response without a body. */
const notModified = z.undefined().register(z.globalRegistry, { description: 'Not modified' });

/** Registers the admin's routes for what has to be done today. */
export function registerOverviewRoutes(api: Api, context: LeadRoutesContext): void {
  api.get(
    '/api/overview',
    describeRoute('admin', {
      operationId: 'getOverview',
      summary: 'What has to be done today',
      description: 'With `If-None-Match`, an unchanged overview is a 304 without a body.',
      response: {
        200: createOverviewSchema(context.hooks.overview),
        304: notModified,
      },
    }),
    async (request, reply) => {
      const overview = await readOverview(context);
      const hash = createHash('sha256').update(JSON.stringify(overview)).digest('base64url');
      const etag = `"${hash}"`;
      reply.header('ETag', etag);
      const isUnchanged = matchEtag(request.headers['if-none-match'], [etag]) !== undefined;
      return isUnchanged ? reply.code(304).send() : reply.send(overview);
    },
  );
  api.post(
    '/api/deliveries/:id/retry',
    describeRoute('admin', {
      operationId: 'retryDelivery',
      summary: 'Make a delivery now that failed, is off, or waits for its next attempt',
      params: idParams,
      response: { 200: leadDelivery },
      errors: ['conflict'],
    }),
    async ({ params }) => {
      const delivery = await retryDelivery(context.db, params.id);
      api.wakeOutbox();
      return delivery;
    },
  );
}
