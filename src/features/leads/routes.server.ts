import type { Database } from '../../db/database.server';
import { auditEntry } from '../../foundation/audit/contract';
import {
  historyDescription,
  historyQuery,
  respondWithHistory,
} from '../../foundation/audit/history-response.server';
import { listLeadDeliveries } from '../../foundation/outbox/store.server';
import {
  type Api,
  describeErrors,
  describeRoutes,
  idParams,
  noContent,
  setNextLink,
} from '../../http/api.server';
import { z } from '../../lib/schema';
import {
  idempotencyKey,
  lead,
  leadDelivery,
  leadInput,
  leadPatch,
  leadSummary,
  spamSignals,
} from './contract';
import { leadSubject } from './history.server';
import type { LeadHooks } from './hooks.server';
import { countLeads, leadSearch, listLeads, summarizeLeads } from './search.server';
import { changeLeadStatus, clearSpamMark, deleteLead } from './store.server';

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
    }),
    async ({ body, headers, ip }, reply) => {
      const key = headers['idempotency-key'];
      const id = await api.submitInquiry({ input: body, signals: body, key, ip });
      return reply.code(201).header('Cache-Control', 'no-store').send({ id });
    },
  );
}

/** Registers the admin's routes that read leads. */
export function registerLeadListRoutes(
  api: Api,
  db: Database,
  { timelineSubjects }: LeadHooks,
): void {
  api.get(
    '/api/leads',
    describeRoute('admin', {
      operationId: 'listLeads',
      summary: 'Leads, newest first',
      description:
        'The next page is in the `Link` header, the number of all that match in `X-Total-Count`.',
      querystring: leadSearch,
      response: { 200: z.array(lead), ...describeErrors('invalid', 'unauthenticated') },
    }),
    async ({ query, url }, reply) => {
      const [{ leads, next }, total] = await Promise.all([
        listLeads(db, query),
        countLeads(db, query),
      ]);
      reply.header('X-Total-Count', total);
      setNextLink(reply, url, next);
      return leads;
    },
  );
  api.get(
    '/api/leads/summary',
    describeRoute('admin', {
      operationId: 'getLeadSummary',
      summary: 'How many leads there are, are new, and are in progress',
      response: { 200: leadSummary, ...describeErrors('unauthenticated') },
    }),
    () => summarizeLeads(db),
  );
  api.get(
    '/api/leads/:id/deliveries',
    describeRoute('admin', {
      operationId: 'listLeadDeliveries',
      summary: 'Status of the emails that a lead caused',
      params: idParams,
      response: { 200: z.array(leadDelivery), ...describeErrors('unauthenticated') },
    }),
    (request) => listLeadDeliveries(db, request.params.id),
  );
  api.get(
    '/api/leads/:id/history',
    describeRoute('admin', {
      operationId: 'listLeadHistory',
      summary: 'History of a lead, newest first: its status, its payments, its calls',
      description: historyDescription,
      params: idParams,
      querystring: historyQuery,
      response: { 200: z.array(auditEntry), ...describeErrors('invalid', 'unauthenticated') },
    }),
    (request, reply) => respondWithHistory(db, [leadSubject, ...timelineSubjects], request, reply),
  );
}

/** Registers the admin's routes that change leads. */
export function registerLeadChangeRoutes(api: Api, db: Database, hooks: LeadHooks): void {
  api.patch(
    '/api/leads/:id',
    describeRoute('admin', {
      operationId: 'updateLead',
      summary: 'Change the status',
      params: idParams,
      body: leadPatch,
      response: { 200: lead, ...describeErrors('invalid', 'unauthenticated', 'not_found') },
    }),
    ({ params, body, userId }) => changeLeadStatus(db, params.id, body.status, userId),
  );
  api.post(
    '/api/leads/:id/not-spam',
    describeRoute('admin', {
      operationId: 'markLeadAsNotSpam',
      summary: 'Mark a suspected lead as not spam',
      params: idParams,
      response: { 200: lead, ...describeErrors('unauthenticated', 'not_found') },
    }),
    async ({ params, userId }) => {
      const cleared = await clearSpamMark(db, params.id, userId);
      api.wakeOutbox();
      return cleared;
    },
  );
  api.delete(
    '/api/leads/:id',
    describeRoute('admin', {
      operationId: 'deleteLead',
      summary: 'Delete a lead',
      params: idParams,
      response: { 204: noContent, ...describeErrors('unauthenticated', 'not_found', 'conflict') },
    }),
    async ({ params, userId }, reply) => {
      await deleteLead(db, hooks, params.id, userId);
      return reply.code(204).send();
    },
  );
}
