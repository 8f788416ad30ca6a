import { cursorParam } from '../../db/cursor.server';
import type { Database } from '../../db/database.server';
import { auditEntry } from '../../foundation/audit/contract';
import {
  historyDescription,
  historyQuery,
  respondWithHistory,
} from '../../foundation/audit/history-response.server';
import { deliveryStatuses, listLeadDeliveries } from '../../foundation/outbox/store.server';
import { type Api, describeErrors, idParams, noContent, setNextLink } from '../../http/api.server';
import { z } from '../../lib/schema';
import { leadSubject } from './audit-subject';
import { idempotencyKey, lead, leadInput, leadPatch, leadStatuses, spamSignals } from './contract';
import type { LeadStore } from './store.server';
import type { SubmitInquiry } from './submit-inquiry.server';

const tags = ['leads'];

const listQuery = z.object({
  status: z.optional(z.enum(leadStatuses)),
  suspect: z.optional(z.literal('true')),
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  cursor: z.optional(cursorParam),
});

const leadSummary = z.object({
  total: z.number(),
  new: z.number(),
  inProgress: z.number(),
  suspected: z.number(),
});

const leadDelivery = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.number(),
  lastError: z.nullable(z.string()),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
});

/** Registers the routes of leads: to send an inquiry (public), and to manage leads (admin). */
export function registerLeadRoutes(
  api: Api,
  db: Database,
  store: LeadStore,
  submitInquiry: SubmitInquiry,
): void {
  api.post(
    '/api/leads',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'createLead',
        tags,
        summary: 'Send an inquiry',
        description:
          'With an `Idempotency-Key`, a repeated request stores nothing and gets the first response; the same key with another body returns 409.',
        headers: z.looseObject({ 'idempotency-key': z.optional(idempotencyKey) }),
        body: z.object({ ...leadInput.shape, ...spamSignals.shape }),
        response: {
          201: z.object({ id: z.string() }),
          ...describeErrors(
            'invalid',
            'conflict',
            'too_large',
            'unsupported_type',
            'too_many_requests',
          ),
        },
      },
    },
    async (request, reply) => {
      const { body, headers } = request;
      const id = await submitInquiry({
        input: body,
        signals: body,
        key: headers['idempotency-key'],
        ip: request.ip,
      });
      return reply.code(201).header('Cache-Control', 'no-store').send({ id });
    },
  );

  api.get(
    '/api/leads',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listLeads',
        tags,
        summary: 'Leads, newest first',
        description:
          'The next page is in the `Link` header, the number of all that match in `X-Total-Count`.',
        querystring: listQuery,
        response: { 200: z.array(lead), ...describeErrors('invalid', 'unauthenticated') },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const [{ leads, next }, total] = await Promise.all([store.list(query), store.count(query)]);
      reply.header('X-Total-Count', total);
      setNextLink(reply, request.url, next);
      return leads;
    },
  );

  api.get(
    '/api/leads/summary',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'getLeadSummary',
        tags,
        summary: 'How many leads there are, are new, and are in progress',
        response: { 200: leadSummary, ...describeErrors('unauthenticated') },
      },
    },
    () => store.summarize(),
  );

  api.get(
    '/api/leads/:id/deliveries',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listLeadDeliveries',
        tags,
        summary: 'Status of the emails that a lead caused',
        params: idParams,
        response: { 200: z.array(leadDelivery), ...describeErrors('unauthenticated') },
      },
    },
    (request) => listLeadDeliveries(db, request.params.id),
  );

  api.get(
    '/api/leads/:id/history',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listLeadHistory',
        tags,
        summary: 'History of a lead, newest first: its status, its payments, its calls',
        description: historyDescription,
        params: idParams,
        querystring: historyQuery,
        response: { 200: z.array(auditEntry), ...describeErrors('invalid', 'unauthenticated') },
      },
    },
    (request, reply) =>
      respondWithHistory(db, [leadSubject, ...store.timelineSubjects], request, reply),
  );

  api.patch(
    '/api/leads/:id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'updateLead',
        tags,
        summary: 'Change the status',
        params: idParams,
        body: leadPatch,
        response: { 200: lead, ...describeErrors('invalid', 'unauthenticated', 'not_found') },
      },
    },
    (request) => store.changeStatus(request.params.id, request.body.status, request.userId),
  );

  api.post(
    '/api/leads/:id/not-spam',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'markLeadAsNotSpam',
        tags,
        summary: 'Mark a suspected lead as not spam',
        params: idParams,
        response: { 200: lead, ...describeErrors('unauthenticated', 'not_found') },
      },
    },
    (request) => store.clearSpamMark(request.params.id, request.userId),
  );

  api.delete(
    '/api/leads/:id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'deleteLead',
        tags,
        summary: 'Delete a lead',
        params: idParams,
        response: { 204: noContent, ...describeErrors('unauthenticated', 'not_found', 'conflict') },
      },
    },
    async (request, reply) => {
      await store.remove(request.params.id, request.userId);
      return reply.code(204).send();
    },
  );
}
