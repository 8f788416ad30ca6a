import { type Api, failures, idParams, linkNext, noContent } from '../../lib/api.server';
import { cursorText } from '../../lib/cursor.server';
import type { Database } from '../../lib/database.server';
import { z } from '../../lib/schema';
import { auditEntry } from '../audit/audit-entry';
import { answerHistory, historyDescription, historyQuery } from '../audit/history-answer.server';
import { deliveriesOfLead, deliveryStatuses } from '../outbox/outbox-store.server';
import type { EnquiryLimit } from './enquiry-limit.server';
import { formSigns, lead, leadInput, leadPatch, leadStatuses } from './lead';
import type { LeadStore } from './lead-store.server';
import { leadHappenings, leadSubject } from './lead-subjects';
import { suspicionOf } from './suspicion.server';

const tags = ['leads'];

/** Names one filled-in form; whoever sends it again means the same enquiry. */
export const idempotencyKey = z
  .string()
  .check(z.minLength(8), z.maxLength(200), z.regex(/^[\x21-\x7e]+$/, 'Invalid'));

const listQuery = z.object({
  status: z.optional(z.enum(leadStatuses)),
  suspect: z.optional(z.literal('true')),
  q: z.optional(z.string().check(z.trim(), z.maxLength(200))),
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(500)), 100),
  cursor: z.optional(cursorText),
});

const summary = z.object({
  total: z.number(),
  new: z.number(),
  inProgress: z.number(),
  suspected: z.number(),
});

const delivery = z.object({
  id: z.string(),
  kind: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.number(),
  lastError: z.nullable(z.string()),
  createdAt: z.string(),
  sentAt: z.nullable(z.string()),
});

/**
 * The calls around enquiries: everyone may send one, the rest is the admin's.
 * @param admit is asked before an enquiry is stored
 */
export function leadRoutes(api: Api, db: Database, store: LeadStore, admit: EnquiryLimit): void {
  api.post(
    '/api/leads',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'createLead',
        tags,
        summary: 'Send an enquiry',
        description:
          'With an `Idempotency-Key`, a repeated request stores nothing and gets the first response; the same key with another body answers 409.',
        headers: z.looseObject({ 'idempotency-key': z.optional(idempotencyKey) }),
        body: z.object({ ...leadInput.shape, ...formSigns.shape }),
        response: {
          201: z.object({ id: z.string() }),
          ...failures('invalid', 'conflict', 'too_large', 'unsupported_type', 'too_many_requests'),
        },
      },
    },
    async (request, reply) => {
      const { body, headers } = request;
      const { isMany } = await admit(request.ip);
      const suspect = suspicionOf(body, body, isMany);
      const id = await store.create(body, headers['idempotency-key'], suspect);
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
        response: { 200: z.array(lead), ...failures('invalid', 'unauthenticated') },
      },
    },
    async (request, reply) => {
      const { query } = request;
      const [{ leads, next }, total] = await Promise.all([store.list(query), store.count(query)]);
      reply.header('X-Total-Count', total);
      linkNext(reply, request.url, next);
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
        response: { 200: summary, ...failures('unauthenticated') },
      },
    },
    () => store.summary(),
  );

  api.get(
    '/api/leads/:id/deliveries',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listLeadDeliveries',
        tags,
        summary: 'What became of the mails that a lead caused',
        params: idParams,
        response: { 200: z.array(delivery), ...failures('unauthenticated') },
      },
    },
    (request) => deliveriesOfLead(db, request.params.id),
  );

  api.get(
    '/api/leads/:id/history',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listLeadHistory',
        tags,
        summary: 'What became of a lead, newest first: its status, its payments, its calls',
        description: historyDescription,
        params: idParams,
        querystring: historyQuery,
        response: { 200: z.array(auditEntry), ...failures('invalid', 'unauthenticated') },
      },
    },
    (request, reply) => answerHistory(db, [leadSubject, ...leadHappenings], request, reply),
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
        response: { 200: lead, ...failures('invalid', 'unauthenticated', 'not_found') },
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
        summary: 'Say that a suspected lead is no spam',
        params: idParams,
        response: { 200: lead, ...failures('unauthenticated', 'not_found') },
      },
    },
    (request) => store.clearSuspicion(request.params.id, request.userId),
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
        response: { 204: noContent, ...failures('unauthenticated', 'not_found', 'conflict') },
      },
    },
    async (request, reply) => {
      await store.remove(request.params.id, request.userId);
      return reply.code(204).send();
    },
  );
}
