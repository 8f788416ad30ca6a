import { type Api, describeRoutes } from '../../http/api.server';
import { repeatableHeaders } from '../../http/repeatable-request.server';
import { z } from '../../lib/schema';
import { leadInput, spamSignals } from '../contract';

const describeRoute = describeRoutes('leads');

/** Registers the route with which visitors send an inquiry. */
export function registerInquiryRoute(api: Api): void {
  api.post(
    '/api/leads',
    describeRoute('public', {
      operationId: 'createLead',
      summary: 'Send an inquiry',
      description:
        'With an `Idempotency-Key`, a repeated request stores nothing and gets the first response; the same key with another body returns 409.',
      headers: repeatableHeaders,
      body: z.object({ ...leadInput.shape, ...spamSignals.shape }),
      response: { 201: z.object({ id: z.string() }) },
      errors: ['conflict', 'too_many_requests'],
    }),
    async ({ body, headers, ip }, reply) => {
      const key = headers['idempotency-key'];
      const id = await api.submitInquiry({ input: body, signals: body, key, ip });
      reply.header('Cache-Control', 'no-store');
      return { id };
    },
  );
}
