import { registerHistoryRoute } from '../../foundation/audit/routes.server';
import { getMailDisabledReason } from '../../foundation/outbox/mailer.server';
import { listLeadDeliveries } from '../../foundation/outbox/receipts.server';
import { type Api, describeRoutes, idParams, noContent } from '../../http/api.server';
import { sendItem } from '../../http/item-version.server';
import { repeatableDescription, repeatableHeaders } from '../../http/repeatable-request.server';
import { AppError } from '../../lib/errors';
import { recordId, z } from '../../lib/schema';
import { lead, mergeInput } from '../contract';
import {
  contactInput,
  leadDelivery,
  leadDetail,
  leadNote,
  leadTask,
  listedTask,
  mailInput,
  noteInput,
  taskInput,
  taskPatch,
} from '../detail-contract';
import { leadSubject } from '../history.server';
import type { LeadRoutesContext } from '../hooks.server';
import { requireLead } from '../store.server';
import { findToday } from '../today/day-bounds.server';
import { readLeadDetail } from './detail.server';
import { mergeLeads, unmergeLeads } from './merge.server';
import { addNote, deleteNote, recordContact, sendMail } from './records.server';
import { markUnrelated, unmarkUnrelated } from './related.server';
import { addTask, listOpenTasks, taskFilters, updateTask } from './tasks.server';

const describeRoute = describeRoutes('leads');

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
          proposals: records.proposals.schema,
        }),
      },
    }),
    async ({ params }, reply) => sendItem(reply, await readLeadDetail(context, params.id)),
  );
  api.get(
    '/api/leads/:id/deliveries',
    describeRoute('admin', {
      operationId: 'listLeadDeliveries',
      summary: 'Status of the deliveries that a lead caused',
      params: idParams,
      response: { 200: z.array(leadDelivery) },
    }),
    async ({ params }) => {
      await requireLead(db, params.id);
      return await listLeadDeliveries(db, [params.id]);
    },
  );
  registerHistoryRoute(api, db, {
    url: '/api/leads/:id/history',
    tag: 'leads',
    operationId: 'listLeadHistory',
    summary: 'History of a lead, newest first: its status, its payments, its calls, its proposals',
    subjects: [leadSubject, ...Object.keys(timelineKinds)],
    params: idParams,
  });
}

/** Registers the admin's routes for notes and tasks. */
export function registerRecordRoutes(api: Api, { db, environment }: LeadRoutesContext): void {
  api.post(
    '/api/leads/:id/notes',
    describeRoute('admin', {
      operationId: 'addLeadNote',
      summary: 'Add a note about a lead',
      description: repeatableDescription,
      params: idParams,
      headers: repeatableHeaders,
      body: noteInput,
      response: { 201: leadNote },
      errors: ['conflict'],
    }),
    ({ params, headers, body, userId }) =>
      addNote(db, { leadId: params.id, userId, key: headers['idempotency-key'] }, body.text),
  );
  api.delete(
    '/api/leads/:id/notes/:noteId',
    describeRoute('admin', {
      operationId: 'deleteLeadNote',
      summary: 'Delete a note',
      params: z.object({ ...idParams.shape, noteId: recordId }),
      response: { 204: noContent },
    }),
    ({ params: { id: leadId, noteId }, userId }) => deleteNote(db, { leadId, noteId }, userId),
  );
  api.post(
    '/api/leads/:id/tasks',
    describeRoute('admin', {
      operationId: 'addLeadTask',
      summary: 'Add a task about a lead',
      description: `The open task that is due first is the lead’s \`nextStep\`. ${repeatableDescription}`,
      params: idParams,
      headers: repeatableHeaders,
      body: taskInput,
      response: { 201: leadTask },
      errors: ['conflict'],
    }),
    ({ params, headers, body, userId }) =>
      addTask(db, { leadId: params.id, userId, key: headers['idempotency-key'] }, body),
  );
  api.patch(
    '/api/tasks/:id',
    describeRoute('admin', {
      operationId: 'updateTask',
      summary: 'Change the fields of a task that are sent; `doneAt` completes it',
      description: 'With `was`, only a task that still has these values is changed.',
      params: idParams,
      body: taskPatch,
      response: { 200: leadTask },
      errors: ['changed'],
    }),
    ({ params, body, userId }) => updateTask(db, params.id, body, userId),
  );
  api.get(
    '/api/tasks',
    describeRoute('admin', {
      operationId: 'listTasks',
      summary: 'Open tasks, the first due first; at most 500',
      description:
        '`today`: due today in the owner’s time zone, `overdue`: the due time has passed, `open`: all.',
      querystring: z.object({ due: z._default(z.enum(taskFilters), 'open') }),
      response: { 200: z.array(listedTask) },
    }),
    async ({ query }) => listOpenTasks(db, query.due, await findToday(environment.owner.timeZone)),
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
  api.post(
    '/api/leads/:id/mail',
    describeRoute('admin', {
      operationId: 'sendLeadMail',
      summary: 'Send a mail to a lead; moves it from `new` to `contacted`',
      description: `${repeatableDescription} The mail server gets it within seconds: the lead’s deliveries tell. A mail that it may have taken is not sent again by itself.`,
      params: idParams,
      headers: repeatableHeaders,
      body: mailInput,
      response: { 200: lead },
      errors: ['conflict'],
    }),
    async ({ params, headers, body, userId }) => {
      const reason = getMailDisabledReason(environment);
      if (reason !== undefined) throw new AppError('conflict', `${reason}.`);
      return sendMail(db, { leadId: params.id, userId, key: headers['idempotency-key'] }, body);
    },
  );
}

const otherLead = z.object({ otherId: recordId });

/** Registers the admin's routes that merge related leads, or mark them as unrelated. */
export function registerRelatedLeadRoutes(api: Api, { db }: LeadRoutesContext): void {
  api.post(
    '/api/leads/merge',
    describeRoute('admin', {
      operationId: 'mergeLeads',
      summary: 'Show a lead as an earlier inquiry of another one',
      body: mergeInput,
      response: { 200: lead },
      errors: ['not_found', 'conflict'],
    }),
    ({ body, userId }) => mergeLeads(db, body, userId),
  );
  api.post(
    '/api/leads/:id/unmerge',
    describeRoute('admin', {
      operationId: 'unmergeLeads',
      summary: 'Undo a merge of the last 30 days',
      params: idParams,
      body: otherLead,
      response: { 200: lead },
      errors: ['gone'],
    }),
    ({ params, body, userId }) => unmergeLeads(db, { ...params, ...body }, userId),
  );
  api.post(
    '/api/leads/:id/unrelated',
    describeRoute('admin', {
      operationId: 'markLeadsAsUnrelated',
      summary: 'Mark a lead of the same phone number or mailbox as another person',
      description: 'Applies to all inquiries of the two mailboxes.',
      params: idParams,
      body: otherLead,
      response: { 204: noContent },
    }),
    ({ params, body, userId }) => markUnrelated(db, { ...params, ...body }, userId),
  );
  api.delete(
    '/api/leads/:id/unrelated/:otherId',
    describeRoute('admin', {
      operationId: 'unmarkLeadsAsUnrelated',
      summary: 'Undo that a lead was marked as another person',
      params: z.object({ ...idParams.shape, ...otherLead.shape }),
      response: { 204: noContent },
    }),
    ({ params, userId }) => unmarkUnrelated(db, params, userId),
  );
}
