import type { Database } from '../../db/database.server';
import { runInTransaction } from '../../db/run-in-transaction.server';
import { type Api, describeErrors, describeRoutes, idParams } from '../../http/api.server';
import { AppError } from '../../lib/errors';
import { z } from '../../lib/schema';
import { DAY, MINUTE } from '../../lib/time';
import { findLead } from '../leads/table.server';
import { confirmPerson } from './booking-owner.server';
import { callMinutes } from './call';
import { callHours } from './call-hours';
import { readCallHours, saveCallHours } from './call-hours-store.server';
import { adminBooking, bookingPatch, confirmedBooking } from './contract';
import { listLeadBookings, maxListedCalls, toAdminBooking } from './lead-bookings.server';
import { cancelCall, setNoShow } from './store.server';
import { findBooking } from './table.server';

const describeRoute = describeRoutes('scheduling');

const createNotFoundError = () => new AppError('not_found', 'Call not found');

/** Registers the admin's routes for availability. */
export function registerCallHoursRoutes(api: Api, db: Database): void {
  api.get(
    '/api/scheduling/hours',
    describeRoute('admin', {
      operationId: 'getCallHours',
      summary: 'When calls can be booked',
      response: { 200: callHours, ...describeErrors('unauthenticated') },
    }),
    () => readCallHours(db),
  );
  api.put(
    '/api/scheduling/hours',
    describeRoute('admin', {
      operationId: 'saveCallHours',
      summary: 'Set when calls can be booked',
      body: callHours,
      response: { 200: callHours, ...describeErrors('invalid', 'unauthenticated') },
    }),
    async (request) => {
      await saveCallHours(db, request.body);
      return request.body;
    },
  );
}

/** Registers the admin's routes that list calls. */
export function registerCallListRoutes(api: Api, db: Database): void {
  api.get(
    '/api/scheduling/bookings',
    describeRoute('admin', {
      operationId: 'listUpcomingBookings',
      summary: 'Upcoming calls, the next one first; those without a time last',
      response: { 200: z.array(adminBooking), ...describeErrors('unauthenticated') },
    }),
    async () => {
      // Calls in progress stay listed, because the admin may need their links.
      const minStart = new Date(Date.now() - callMinutes * MINUTE).toISOString();
      const minCreatedAt = new Date(Date.now() - 30 * DAY).toISOString();
      const rows = await db
        .selectFrom('bookings')
        .selectAll()
        .where('status', '=', 'booked')
        .where((eb) =>
          eb.or([
            eb('startAt', '>', minStart),
            eb.and([eb('startAt', 'is', null), eb('createdAt', '>', minCreatedAt)]),
          ]),
        )
        .orderBy((eb) => eb.fn.coalesce('startAt', eb.val('9999')))
        .limit(maxListedCalls)
        .execute();
      return rows.map(toAdminBooking);
    },
  );
  api.get(
    '/api/leads/:id/bookings',
    describeRoute('admin', {
      operationId: 'listLeadBookings',
      summary: 'The calls of a lead, newest first',
      params: idParams,
      response: { 200: z.array(adminBooking), ...describeErrors('unauthenticated') },
    }),
    (request) => listLeadBookings(db, [request.params.id]),
  );
}

/** Registers the admin's routes that change calls. */
export function registerCallChangeRoutes(api: Api, db: Database): void {
  api.post(
    '/api/scheduling/bookings/:id/confirm-person',
    describeRoute('admin', {
      operationId: 'confirmPerson',
      summary: 'Confirm that a call was booked by the lead whose email it has',
      description:
        'Moves the lead to `discovery_call`, unless its status is already further along.',
      params: idParams,
      response: { 200: confirmedBooking, ...describeErrors('unauthenticated', 'not_found') },
    }),
    ({ params, userId }) =>
      runInTransaction(db, async (transaction) => {
        const row = await findBooking(transaction, params.id);
        if (!row?.leadId) throw createNotFoundError();
        const { leadId } = row;
        const confirmed = await confirmPerson(transaction, row.id, { leadId, userId });
        const lead = await findLead(transaction, leadId);
        return { ...toAdminBooking(confirmed ?? row), leadStatus: lead?.status ?? null };
      }),
  );
  api.patch(
    '/api/scheduling/bookings/:id',
    describeRoute('admin', {
      operationId: 'updateBooking',
      summary: 'Cancel a call that was booked here, or mark the visitor as a no-show',
      params: idParams,
      body: bookingPatch,
      response: {
        200: adminBooking,
        ...describeErrors('invalid', 'unauthenticated', 'not_found', 'conflict'),
      },
    }),
    async ({ params, body: { status }, userId }) => {
      const row = await findBooking(db, params.id);
      if (!row) throw createNotFoundError();
      if (row.source !== 'site') {
        throw new AppError(
          'conflict',
          'This call is managed by the booking provider. Please change it there.',
        );
      }
      if (row.status === 'canceled' && status !== 'canceled') {
        throw new AppError('conflict', 'This call is canceled.');
      }
      const changed =
        status === 'canceled'
          ? await cancelCall(db, row, userId)
          : await setNoShow(db, row, status === 'no_show', userId);
      api.wakeOutbox();
      return toAdminBooking(changed);
    },
  );
}
