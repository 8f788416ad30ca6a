import { encodeCursor } from '../db/cursor.server';
import { runInTransaction } from '../db/transactions.server';
import { historySchema, readHistory, respondWithPage } from '../foundation/audit/store.server';
import { listLeadDeliveries } from '../foundation/outbox/receipts.server';
import { type Api, describeRoutes, idParams, noContent, setNextLink } from '../http/api.server';
import { createVersionMatcher, sendItem, versionHeaders } from '../http/item-version.server';
import { repeatableDescription, repeatableHeaders } from '../http/repeatable-request.server';
import { z } from '../lib/schema';
import {
  lead,
  leadInput,
  leadPatch,
  leadStages,
  leadSummary,
  listedLead,
  spamSignals,
} from './contract';
import { deleteLeads, restoreLead } from './deletion.server';
import { readLeadDetail } from './desk/detail.server';
import { recordContact } from './desk/records.server';
import { contactInput, leadDelivery, leadDetail } from './detail-contract';
import { leadSubject } from './history.server';
import type { LeadRoutesContext } from './routes-context.server';
import {
  countLeads,
  countStages,
  createStageCounts,
  summarizeLeads,
  sumStages,
} from './search/counts.server';
import { leadFilter, resolveFilter } from './search/filter.server';
import { leadSearch, listLeads } from './search/list.server';
import { addNextCalls } from './search/next-step.server';
import { clearSpamMarks } from './spam-mark.server';
import { lockLead, patchLead } from './store.server';
import { toLead } from './table.server';

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
      return reply.code(201).header('Cache-Control', 'no-store').send({ id });
    },
  );
}

/** Registers the admin's routes that list leads. */
export function registerLeadListRoutes(api: Api, context: LeadRoutesContext): void {
  const { db, getValues } = context;
  const stageCounts = createStageCounts(db);
  // Before the response to a change by the admin, of any feature: confirming a call moves a lead, too.
  // Not for new inquiries, which are so many in a flood that each would count all leads again.
  api.addHook('onSend', ({ method, routeOptions }, _reply, payload, done) => {
    if (method !== 'GET' && routeOptions.config?.access === 'admin') stageCounts.clear();
    done(null, payload);
  });
  api.get(
    '/api/leads',
    describeRoute('admin', {
      operationId: 'listLeads',
      summary: 'Leads, newest first unless `sort` says otherwise',
      description:
        'The next page is in the `Link` header, the number of all that match in `X-Total-Count`. Leads without the value that the list is sorted by are last. Suspected spam is listed, too, unless `spam` is `false`.',
      querystring: leadSearch,
      response: { 200: z.array(listedLead) },
    }),
    async ({ query, url }, reply) => {
      const filter = await resolveFilter(context, query);
      const [{ leads, last }, total] = await Promise.all([
        listLeads(db, { ...query, ...filter }, await getValues()),
        countLeads(db, filter),
      ]);
      reply.header('X-Total-Count', total);
      setNextLink(reply, url, last ? encodeCursor(last) : null);
      return addNextCalls(db, context, leads);
    },
  );
  api.get(
    '/api/leads/summary',
    describeRoute('admin', {
      operationId: 'getLeadSummary',
      summary: 'How many leads there are, and how many without spam are new and in progress',
      response: { 200: leadSummary },
    }),
    () => summarizeLeads(db),
  );
  api.get(
    '/api/leads/stages',
    describeRoute('admin', {
      operationId: 'listLeadStages',
      summary: 'How many leads match in each status, and the sum of the known values in dollars',
      querystring: leadFilter,
      response: { 200: leadStages },
    }),
    async ({ query }) => {
      const values = await getValues();
      const { spam, ...others } = query;
      if (Object.keys(others).length > 0 || spam === 'true') {
        return sumStages(await countStages(db, await resolveFilter(context, query)), values);
      }
      const counts = await stageCounts.read();
      const hidden = spam === 'false' ? counts.spam : [];
      return sumStages(
        [...counts.all, ...hidden.map((row) => ({ ...row, count: -Number(row.count) }))],
        values,
      );
    },
  );
}

/** Registers the admin's routes that read one lead. */
export function registerLeadReadRoutes(api: Api, context: LeadRoutesContext): void {
  const { db, hooks } = context;
  const { records, timelineKinds } = hooks;
  api.get(
    '/api/leads/:id',
    describeRoute('admin', {
      operationId: 'getLead',
      summary: 'A lead with everything about it',
      description:
        'Also of a deleted lead that can be restored. Includes the records of inquiries that were merged into it.',
      params: idParams,
      response: {
        200: z.object({
          ...leadDetail.shape,
          bookings: records.bookings.schema,
          payments: records.payments.schema,
        }),
      },
    }),
    async ({ params }, reply) => sendItem(reply, await readLeadDetail(context, params.id)),
  );
  api.get(
    '/api/leads/:id/deliveries',
    describeRoute('admin', {
      operationId: 'listLeadDeliveries',
      summary: 'Status of the emails that a lead caused',
      params: idParams,
      response: { 200: z.array(leadDelivery) },
    }),
    (request) => listLeadDeliveries(db, [request.params.id]),
  );
  api.get(
    '/api/leads/:id/history',
    describeRoute('admin', {
      operationId: 'listLeadHistory',
      summary: 'History of a lead, newest first: its status, its payments, its calls',
      ...historySchema,
      params: idParams,
    }),
    async (request, reply) => {
      const subjects = [leadSubject, ...Object.keys(timelineKinds)];
      const history = await readHistory(db, subjects, request.params.id, request.query);
      return respondWithPage(request, reply, history);
    },
  );
}

/** Registers the admin's routes that change one lead. */
export function registerLeadChangeRoutes(api: Api, { db, findPackages }: LeadRoutesContext): void {
  api.patch(
    '/api/leads/:id',
    describeRoute('admin', {
      operationId: 'updateLead',
      summary: 'Change the fields that are sent, and no other',
      description: 'With `If-Match`, only the version that it names is changed.',
      params: idParams,
      headers: versionHeaders,
      body: leadPatch,
      response: { 200: lead },
      errors: ['changed'],
    }),
    async ({ params, body, headers, userId }, reply) => {
      const isExpected = createVersionMatcher(headers);
      const options = { isExpected, findPackages, userId };
      const changed = await patchLead(db, params.id, body, options);
      api.wakeOutbox();
      return sendItem(reply, changed);
    },
  );
  api.post(
    '/api/leads/:id/not-spam',
    describeRoute('admin', {
      operationId: 'markLeadAsNotSpam',
      summary: 'Mark a suspected lead as not spam',
      params: idParams,
      response: { 200: lead },
    }),
    async ({ params, userId }) => {
      const row = await runInTransaction(db, async (transaction) => {
        const stored = await lockLead(transaction, params.id);
        const [cleared = stored] = await clearSpamMarks(transaction, [stored], userId);
        return cleared;
      });
      api.wakeOutbox();
      return toLead(row);
    },
  );
  api.post(
    '/api/leads/:id/contacted',
    describeRoute('admin', {
      operationId: 'recordLeadContact',
      summary: 'Record a contact with a lead; moves it from `new` to `contacted`',
      description: repeatableDescription,
      params: idParams,
      headers: repeatableHeaders,
      body: contactInput,
      response: { 200: lead },
      errors: ['conflict'],
    }),
    ({ params, headers, body, userId }) =>
      recordContact(db, { leadId: params.id, userId, key: headers['idempotency-key'] }, body),
  );
}

/** Registers the admin's routes that delete and restore one lead. */
export function registerLeadDeletionRoutes(api: Api, { db, hooks }: LeadRoutesContext): void {
  api.delete(
    '/api/leads/:id',
    describeRoute('admin', {
      operationId: 'deleteLead',
      summary: 'Delete a lead; it can be restored for 30 days',
      params: idParams,
      response: { 204: noContent },
      errors: ['conflict'],
    }),
    async ({ params, userId }, reply) => {
      await runInTransaction(db, async (transaction) => {
        const errors = await deleteLeads(transaction, hooks, [params.id], userId);
        const error = errors.get(params.id);
        if (error) throw error;
      });
      // Stripe cancels the unpaid payments.
      api.wakeOutbox();
      return reply.code(204).send();
    },
  );
  api.post(
    '/api/leads/:id/restore',
    describeRoute('admin', {
      operationId: 'restoreLead',
      summary: 'Restore a lead that was deleted in the last 30 days',
      params: idParams,
      response: { 200: lead },
    }),
    ({ params, userId }) => restoreLead(db, params.id, userId),
  );
}
