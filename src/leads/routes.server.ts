import { encodeCursor } from '../db/cursor.server';
import type { Database, DatabaseTransaction } from '../db/database.server';
import { runInTransaction } from '../db/transactions.server';
import {
  type Api,
  describeRoutes,
  idParams,
  isAdminChange,
  noContent,
  setNextLink,
} from '../http/api.server';
import { createVersionMatcher, sendItem, versionHeaders } from '../http/item-version.server';
import { repeatableDescription, repeatableHeaders } from '../http/repeatable-request.server';
import { z } from '../lib/schema';
import {
  type BulkInput,
  type BulkResult,
  bulkInput,
  bulkResult,
  lead,
  leadPatch,
  leadStages,
  leadSummary,
  listedLead,
  ownLeadInput,
} from './contract';
import { deleteLeads, restoreLead } from './deletion.server';
import type { LeadHooks, LeadRoutesContext } from './hooks.server';
import { addLead } from './new-leads.server';
import { patchLead } from './patch-lead.server';
import { requireProjectManager } from './project-managers.server';
import {
  countLeads,
  countStages,
  createStageCounts,
  summarizeLeads,
  sumStages,
} from './search/counts.server';
import { addActivity, leadFilter, resolveFilter } from './search/filter.server';
import { leadSearch, listLeads } from './search/list.server';
import {
  clearSpamMarks,
  createChangedError,
  createNotFoundError,
  lockLead,
  lockLeads,
  updateLeads,
} from './store.server';
import { type LeadRow, toLead } from './table.server';

const describeRoute = describeRoutes('leads');

/** Registers the admin's routes that list leads. */
export function registerLeadListRoutes(api: Api, context: LeadRoutesContext): void {
  const { db, getValues } = context;
  const stageCounts = createStageCounts(db);
  // Before the response to a change by the admin, of any feature: confirming a call moves a lead, too.
  // Not for new inquiries, which are so many in a flood that each would count all leads again.
  api.addHook('onSend', (request, _reply, payload, done) => {
    if (isAdminChange(request)) stageCounts.invalidate();
    done(null, payload);
  });
  api.get(
    '/api/leads',
    describeRoute('admin', {
      operationId: 'listLeads',
      summary: 'Leads, newest first unless `sort` says otherwise',
      description:
        'The next page is in the `Link` header, the number of all that match in `X-Total-Count`. Leads without the value that the list is sorted by are last. A search without `sort` has the best matches first. Suspected spam is listed, too, unless `spam` is `false`.',
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
      return addActivity(db, context, leads);
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
      return sendItem(reply, await patchLead(db, params.id, body, options));
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
    ({ params, userId }) =>
      runInTransaction(db, async (transaction) => {
        const stored = await lockLead(transaction, params.id);
        const [cleared = stored] = await clearSpamMarks(transaction, [stored], userId);
        return toLead(cleared);
      }),
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
    ({ params, userId }) =>
      runInTransaction(db, async (transaction) => {
        const errors = await deleteLeads(transaction, hooks, [params.id], userId);
        const error = errors.get(params.id);
        if (error) throw error;
      }),
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

/** Changes fields of locked leads. @returns those that differed, as they are now */
function changeFields(
  transaction: DatabaseTransaction,
  stored: readonly LeadRow[],
  input: Exclude<BulkInput, { action: 'delete' }>,
  userId: string | null,
): Promise<LeadRow[]> {
  switch (input.action) {
    case 'status':
      return updateLeads(transaction, stored, { status: input.value }, userId);
    case 'assign':
      return updateLeads(transaction, stored, { assignedPmId: input.value }, userId);
    case 'not-spam':
      return clearSpamMarks(transaction, stored, userId);
    case 'spam': {
      // Keep the reason of the spam detection, which is more specific.
      const unmarked = stored.filter(({ suspect }) => suspect === null);
      return updateLeads(transaction, unmarked, { suspect: 'by-hand' }, userId);
    }
  }
}

/**
 * Makes the change.
 * @returns the new versions of the leads that differed, and the messages for those that can't be
 *   changed, by their IDs
 */
async function applyChange(
  transaction: DatabaseTransaction,
  hooks: LeadHooks,
  input: BulkInput,
  userId: string | null,
): Promise<Record<'versions' | 'messages', Map<string, string>>> {
  const ids = [...new Set(input.ids)];
  if (input.action === 'delete') {
    const errors = await deleteLeads(transaction, hooks, ids, userId);
    const messages = new Map([...errors].map(([id, error]) => [id, error.message]));
    return { versions: new Map(), messages };
  }
  if (input.action === 'assign' && input.value !== null) {
    await requireProjectManager(transaction, input.value);
  }
  const stored = await lockLeads(transaction, ids);
  const { versions = {} } = input;
  const expected = stored.filter(({ id, updatedAt }) => (versions[id] ?? updatedAt) === updatedAt);
  const changed = await changeFields(transaction, expected, input, userId);
  const messages = new Map(ids.map((id) => [id, createNotFoundError().message]));
  for (const { id } of stored) messages.set(id, createChangedError().message);
  for (const { id } of expected) messages.delete(id);
  return { versions: new Map(changed.map(({ id, updatedAt }) => [id, updatedAt])), messages };
}

/**
 * Changes several leads in one transaction. Those that can't be changed stay as they are.
 * @returns the result for each lead, in the order of the request
 */
const changeLeads = (
  db: Database,
  hooks: LeadHooks,
  input: BulkInput,
  userId: string | null,
): Promise<BulkResult> =>
  runInTransaction(db, async (transaction) => {
    const { versions, messages } = await applyChange(transaction, hooks, input, userId);
    return {
      results: input.ids.map((id) => {
        const message = messages.get(id) ?? null;
        return { id, ok: message === null, message, version: versions.get(id) ?? null };
      }),
    };
  });

/** Registers the admin's routes that add leads, or change several. */
export function registerLeadGroupRoutes(
  api: Api,
  { db, hooks, findPackages }: LeadRoutesContext,
): void {
  api.post(
    '/api/leads/add',
    describeRoute('admin', {
      operationId: 'addLead',
      summary: 'Add a lead, for example after a phone call; sends no email',
      description: repeatableDescription,
      headers: repeatableHeaders,
      body: ownLeadInput,
      response: { 201: lead },
      errors: ['not_found', 'conflict'],
    }),
    ({ headers, body, userId }) =>
      addLead(db, body, { hooks, findPackages, userId, key: headers['idempotency-key'] }),
  );
  api.post(
    '/api/leads/bulk',
    describeRoute('admin', {
      operationId: 'updateLeads',
      summary: 'Change several leads in one transaction',
      description:
        'Leads that cannot be changed stay as they are; `results` says why. With `versions`, by ID, a lead is changed only if it has the version that is named. To undo a change, send those that `results` has.',
      body: bulkInput,
      response: { 200: bulkResult },
    }),
    ({ body, userId }) => changeLeads(db, hooks, body, userId),
  );
}
