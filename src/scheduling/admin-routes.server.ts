import { runInTransaction } from '../db/transactions.server';
import { registerHistoryRoute } from '../foundation/audit/routes.server';
import type { SiteOptions } from '../foundation/environment/define-plugin.server';
import { type Api, describeRoutes, idParams } from '../http/api.server';
import { createVersionMatcher, sendVersion, versionHeaders } from '../http/item-version.server';
import { repeatableDescription, repeatableHeaders } from '../http/repeatable-request.server';
import { requireLead } from '../leads/store.server';
import { findLead } from '../leads/table.server';
import { z } from '../lib/schema';
import { confirmPerson, rejectPerson } from './call-lead.server';
import { logCallResult, removeCallResult } from './call-result.server';
import {
  adminCall,
  callPatch,
  callResultInput,
  callsCancellation,
  callsQuery,
  confirmedCall,
  ownerCallInput,
  takenResponse,
} from './contract';
import { callHoursInput, storedCallHours } from './hours/call-hours';
import { callHoursAudit, readCallHours, saveCallHours } from './hours/call-hours-store.server';
import {
  listCalls,
  listCallsOfPeriod,
  listLeadCalls,
  listUpcomingCalls,
  readAdminCall,
} from './list-calls.server';
import { bookCallForLead, cancelCalls, changeCall } from './owner-changes.server';
import { createCallNotFoundError, findCall, requireBooked } from './table.server';
import { undoOwnerChange } from './undo-call.server';

const describeRoute = describeRoutes('scheduling');

const versionDescription =
  'With `If-Match`, only the version that it names is changed: the call’s `updatedAt`, in quotes.';

/** The schema of the routes that undo a change of a call. */
const undoSchema = {
  params: idParams,
  headers: versionHeaders,
  response: { 200: adminCall },
};

/** Registers the admin's routes for availability. */
export function registerCallHoursRoutes(api: Api, { db, environment }: SiteOptions): void {
  api.get(
    '/api/scheduling/hours',
    describeRoute('admin', {
      operationId: 'getCallHours',
      summary: 'When calls can be booked',
      response: { 200: storedCallHours },
    }),
    async (_request, reply) => sendVersion(reply, await readCallHours(db)),
  );
  api.put(
    '/api/scheduling/hours',
    describeRoute('admin', {
      operationId: 'saveCallHours',
      summary: 'Set when calls can be booked',
      description:
        'A `timeZone` that is sent sets the one of the settings. Without `daysOff` or `dayOffLabels`, the stored ones stay. With `If-Match`, only the version that it names is changed.',
      headers: versionHeaders,
      body: callHoursInput,
      response: { 200: storedCallHours },
      errors: ['changed'],
    }),
    async (request, reply) => {
      const isExpected = createVersionMatcher(request.headers);
      const { timeZone = environment.owner.timeZone } = request.body;
      const hours = { ...request.body, timeZone };
      const saved = await saveCallHours(db, hours, request.userId, isExpected);
      if (timeZone !== environment.owner.timeZone) {
        await api.settingsStore.update({ timeZone }, request);
      }
      return sendVersion(reply, saved);
    },
  );
  registerHistoryRoute(api, db, {
    url: '/api/scheduling/hours/history',
    tag: 'scheduling',
    operationId: 'listCallHoursHistory',
    summary: 'History of when calls can be booked, newest first',
    note: '`daysOff` has the labels of the days.',
    subjects: [callHoursAudit.subject],
    getItemId: () => callHoursAudit.itemId,
  });
}

/** Registers the admin's routes that list calls. */
export function registerCallListRoutes(api: Api, { db, environment }: SiteOptions): void {
  api.get(
    '/api/scheduling/bookings',
    describeRoute('admin', {
      operationId: 'listUpcomingBookings',
      summary: 'Upcoming calls, the next one first; those without a time last',
      description:
        'With `from` and `to`, all calls that start in that period, including canceled ones.',
      querystring: callsQuery,
      response: { 200: z.array(adminCall) },
    }),
    ({ query: { from, to } }) =>
      from !== undefined && to !== undefined
        ? listCallsOfPeriod(db, { from, to }, environment)
        : listUpcomingCalls(db, environment),
  );
  api.get(
    '/api/leads/:id/bookings',
    describeRoute('admin', {
      operationId: 'listLeadBookings',
      summary: 'The calls of a lead, newest first',
      params: idParams,
      response: { 200: z.array(adminCall) },
    }),
    async ({ params }) => {
      await requireLead(db, params.id);
      return listLeadCalls(db, [params.id], environment);
    },
  );
}

/** Registers the admin's routes that book and change calls, and undo that. */
export function registerCallChangeRoutes(api: Api, { db, environment }: SiteOptions): void {
  api.post(
    '/api/leads/:id/bookings',
    describeRoute('admin', {
      operationId: 'bookCallForLead',
      summary: 'Book a call for a lead, even outside the opening hours',
      description: `Moves the lead to \`discovery_call\`, unless its status is already further along. ${repeatableDescription}`,
      params: idParams,
      headers: repeatableHeaders,
      body: ownerCallInput,
      response: { 201: adminCall, 409: takenResponse },
    }),
    async ({ params, headers, body, userId }) => {
      const context = { leadId: params.id, userId, key: headers['idempotency-key'] };
      const id = await bookCallForLead(db, environment, context, body);
      return readAdminCall(db, id, environment);
    },
  );
  api.patch(
    '/api/scheduling/bookings/:id',
    describeRoute('admin', {
      operationId: 'updateBooking',
      summary: 'Move or cancel a call that was booked here, or change what is known about it',
      description: `The visitor gets an email with the new time, the new \`meetingUrl\`, or the cancellation, and \`message\` in it. \`meetingUrl: null\` stands for the link in the settings. \`lead\` says what happens to the lead of a canceled call; without it, the overview asks. ${versionDescription}`,
      params: idParams,
      headers: versionHeaders,
      body: callPatch,
      response: { 200: adminCall, 409: takenResponse },
      errors: ['changed'],
    }),
    async ({ params, headers, body, userId }) => {
      const isExpected = createVersionMatcher(headers);
      await changeCall(db, params.id, body, { userId, isExpected });
      return readAdminCall(db, params.id, environment);
    },
  );
  api.post(
    '/api/scheduling/bookings/cancel-several',
    describeRoute('admin', {
      operationId: 'cancelBookings',
      summary: 'Cancel several calls that were booked here, all of them or none',
      description:
        'Each visitor gets an email, with `message` in it. Calls that no longer exist are left out. With `versions`, by ID, the calls are canceled only if each has the version that is named: its `updatedAt`.',
      body: callsCancellation,
      response: { 200: z.array(adminCall) },
      errors: ['conflict', 'changed'],
    }),
    async ({ body, userId }) => {
      await cancelCalls(db, body, userId);
      return listCalls(db, body.ids, environment);
    },
  );
  api.post(
    '/api/scheduling/bookings/:id/undo',
    describeRoute('admin', {
      operationId: 'undoBookingChange',
      summary: 'Undo the admin’s last change of a call',
      description: `For 10 seconds, until the emails about it leave. A call that was just booked is canceled. ${versionDescription}`,
      ...undoSchema,
      errors: ['conflict', 'changed'],
    }),
    async ({ params, headers, userId }) => {
      const isExpected = createVersionMatcher(headers);
      await undoOwnerChange(db, params.id, { userId, isExpected });
      return readAdminCall(db, params.id, environment);
    },
  );
}

/** Registers the admin's routes that confirm or reject that a lead's own person booked a call. */
export function registerCallPersonRoutes(api: Api, { db, environment }: SiteOptions): void {
  api.post(
    '/api/scheduling/bookings/:id/confirm-person',
    describeRoute('admin', {
      operationId: 'confirmPerson',
      summary: 'Confirm that a call was booked by the lead whose email it has',
      description:
        'Moves the lead to `discovery_call`, unless its status is already further along.',
      params: idParams,
      response: { 200: confirmedCall },
      errors: ['conflict'],
    }),
    async ({ params, userId }) => {
      const leadStatus = await runInTransaction(db, async (transaction) => {
        const row = await findCall(transaction, params.id);
        if (!row?.leadId) throw createCallNotFoundError();
        requireBooked(row);
        const { leadId } = row;
        await confirmPerson(transaction, row.id, { leadId, userId });
        return (await findLead(transaction, leadId))?.status ?? null;
      });
      return { ...(await readAdminCall(db, params.id, environment)), leadStatus };
    },
  );
  api.post(
    '/api/scheduling/bookings/:id/reject-person',
    describeRoute('admin', {
      operationId: 'rejectPerson',
      summary: 'Say that a call was not booked by the lead whose email it has',
      description: 'The call gets a lead of its own. The two are marked as different people.',
      params: idParams,
      response: { 200: adminCall },
      errors: ['conflict'],
    }),
    async ({ params, userId }) => {
      await runInTransaction(db, (transaction) => rejectPerson(transaction, params.id, userId));
      return readAdminCall(db, params.id, environment);
    },
  );
}

/** Registers the admin's routes for the result of a call. */
export function registerCallResultRoutes(api: Api, { db, environment }: SiteOptions): void {
  api.post(
    '/api/scheduling/bookings/:id/result',
    describeRoute('admin', {
      operationId: 'logCallResult',
      summary: 'Record whether a call took place, with a note and the lead’s next step',
      description: `In the lead’s timeline. Possible once the call has started; a later result replaces an earlier one. ${repeatableDescription}`,
      params: idParams,
      headers: repeatableHeaders,
      body: callResultInput,
      response: { 200: adminCall },
      errors: ['conflict'],
    }),
    async ({ params, headers, body, userId }) => {
      await logCallResult(db, params.id, body, { userId, key: headers['idempotency-key'] });
      return readAdminCall(db, params.id, environment);
    },
  );
  api.delete(
    '/api/scheduling/bookings/:id/result',
    describeRoute('admin', {
      operationId: 'removeCallResult',
      summary: 'Remove what was recorded about a call; a note stays in the timeline',
      description: versionDescription,
      ...undoSchema,
      errors: ['conflict', 'changed'],
    }),
    async ({ params, headers, userId }) => {
      const isExpected = createVersionMatcher(headers);
      await removeCallResult(db, params.id, { userId, isExpected });
      return readAdminCall(db, params.id, environment);
    },
  );
}
