import type { Database } from '../../db/database.server';
import { runInTransaction } from '../../db/run-in-transaction.server';
import { type Api, describeErrors, idParams } from '../../http/api.server';
import { AppError } from '../../lib/errors';
import { z } from '../../lib/schema';
import { DAY, MINUTE } from '../../lib/time';
import { attribution, parseAttribution } from '../analytics/contract';
import { leadStatuses } from '../leads/contract';
import { confirmPerson } from './booking-owner.server';
import { bookingSources, bookingStatuses } from './call';
import { callHours } from './call-hours';
import { readCallHours, saveCallHours } from './call-hours-store.server';
import type { CallStore } from './store.server';
import type { BookingRow } from './table.server';

const tags = ['scheduling'];

const booking = z.object({
  id: z.string(),
  leadId: z.nullable(z.string()),
  source: z.enum(bookingSources),
  status: z.enum(bookingStatuses),
  verified: z.boolean(),
  /** False if only the email matches the lead, which does not prove that it is the same person. */
  personConfirmed: z.boolean(),
  start: z.nullable(z.string()),
  timeZone: z.nullable(z.string()),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  company: z.nullable(z.string()),
  attribution: z.nullable(attribution),
  createdAt: z.string(),
});

const confirmedBooking = z.extend(booking, {
  /** The lead's status after the confirmation; null when the lead was deleted. */
  leadStatus: z.nullable(z.enum(leadStatuses)),
});

/** A booking in the admin API. */
export type AdminBooking = z.output<typeof booking>;

const toAdminBooking = (row: BookingRow): AdminBooking => ({
  id: row.id,
  leadId: row.leadId,
  source: row.source,
  status: row.status,
  verified: Boolean(row.verified),
  personConfirmed: Boolean(row.personConfirmed),
  start: row.startAt,
  timeZone: row.timeZone,
  name: row.name,
  email: row.email,
  company: row.company,
  attribution: parseAttribution(row.attribution),
  createdAt: row.createdAt,
});

const failureResponses = describeErrors('unauthenticated');

/** Maximum number of listed calls; further ones are far in the future. */
const maxListedCalls = 100;

/** Registers the admin's routes for calls and availability. */
export function registerSchedulingAdminRoutes(api: Api, db: Database, store: CallStore): void {
  api.get(
    '/api/scheduling/hours',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'getCallHours',
        tags,
        summary: 'When calls can be booked',
        response: { 200: callHours, ...failureResponses },
      },
    },
    () => readCallHours(db),
  );

  api.put(
    '/api/scheduling/hours',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'saveCallHours',
        tags,
        summary: 'Set when calls can be booked',
        body: callHours,
        response: { 200: callHours, ...describeErrors('invalid', 'unauthenticated') },
      },
    },
    async (request) => {
      await saveCallHours(db, request.body);
      return request.body;
    },
  );

  api.get(
    '/api/scheduling/bookings',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listUpcomingBookings',
        tags,
        summary: 'Upcoming calls, the next one first; those without a time last',
        response: { 200: z.array(booking), ...failureResponses },
      },
    },
    async () => {
      // Calls in progress stay listed, because the admin may need their links.
      const minStart = new Date(Date.now() - 30 * MINUTE).toISOString();
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
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'listLeadBookings',
        tags,
        summary: 'The calls of a lead, newest first',
        params: idParams,
        response: { 200: z.array(booking), ...failureResponses },
      },
    },
    async (request) => {
      const rows = await db
        .selectFrom('bookings')
        .selectAll()
        .where('leadId', '=', request.params.id)
        .orderBy('createdAt', 'desc')
        .limit(maxListedCalls)
        .execute();
      return rows.map(toAdminBooking);
    },
  );

  api.post(
    '/api/scheduling/bookings/:id/confirm-person',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'confirmPerson',
        tags,
        summary: 'Confirm that a call was booked by the lead whose email it has',
        description:
          'Moves the lead to `discovery_call`, unless its status is already further along.',
        params: idParams,
        response: { 200: confirmedBooking, ...describeErrors('unauthenticated', 'not_found') },
      },
    },
    async (request) =>
      runInTransaction(db, async (transaction) => {
        const row = await transaction
          .selectFrom('bookings')
          .selectAll()
          .where('id', '=', request.params.id)
          .executeTakeFirst();
        if (!row?.leadId) throw new AppError('not_found', 'Call not found');
        const { leadId } = row;
        const { userId } = request;
        const confirmed = await confirmPerson(transaction, row.id, { leadId, userId });
        const lead = await transaction
          .selectFrom('leads')
          .select('status')
          .where('id', '=', leadId)
          .executeTakeFirst();
        return { ...toAdminBooking(confirmed ?? row), leadStatus: lead?.status ?? null };
      }),
  );

  api.patch(
    '/api/scheduling/bookings/:id',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'updateBooking',
        tags,
        summary: 'Cancel a call that was booked here, or mark the visitor as a no-show',
        params: idParams,
        body: z.object({ status: z.enum(['booked', 'canceled', 'no_show']) }),
        response: {
          200: booking,
          ...describeErrors('invalid', 'unauthenticated', 'not_found', 'conflict'),
        },
      },
    },
    async (request) => {
      const { status } = request.body;
      const row = await db
        .selectFrom('bookings')
        .selectAll()
        .where('id', '=', request.params.id)
        .executeTakeFirst();
      if (!row) throw new AppError('not_found', 'Call not found');
      if (row.source !== 'site') {
        throw new AppError(
          'conflict',
          'This call is managed by the booking provider. Please change it there.',
        );
      }
      if (row.status === 'canceled' && status !== 'canceled') {
        throw new AppError('conflict', 'This call is canceled.');
      }
      if (status === 'canceled') return toAdminBooking(await store.cancel(row, request.userId));
      return toAdminBooking(await store.setNoShow(row, status === 'no_show', request.userId));
    },
  );
}
