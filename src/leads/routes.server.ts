import { encodeCursor } from '../db/cursor.server';
import { runInTransaction } from '../db/transactions.server';
import { type Api, describeRoutes, idParams, noContent, setNextLink } from '../http/api.server';
import { createVersionMatcher, sendItem, versionHeaders } from '../http/item-version.server';
import { z } from '../lib/schema';
import { lead, leadPatch, leadStages, leadSummary, listedLead } from './contract';
import { deleteLeads, restoreLead } from './deletion.server';
import { patchLead } from './patch-lead.server';
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
import { lockLead } from './store.server';
import { toLead } from './table.server';

const describeRoute = describeRoutes('leads');

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
