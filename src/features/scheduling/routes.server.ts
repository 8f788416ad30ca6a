import type { Database } from '../../db/database.server';
import { getMailDisabledReason } from '../../foundation/outbox/mailer.server';
import type { Environment } from '../../foundation/settings/environment.server';
import { type Api, describeErrors } from '../../http/api.server';
import { createClientRateLimit } from '../../http/client-rate-limit.server';
import { AppError } from '../../lib/errors';
import { z } from '../../lib/schema';
import { DAY } from '../../lib/time';
import type { InquiryLimit } from '../leads/inquiry-limit.server';
import { findBookingByToken, issueToken } from './booking-tokens.server';
import { createCalendarFile } from './calendar-file.server';
import { bookingStatuses, buildManageUrl, type VisitorCall } from './call';
import { readCallHours } from './call-hours-store.server';
import { callInput, callStart, callToken } from './contract';
import { listFreeSlots } from './free-slots.server';
import { type CallStore, TimeTakenError } from './store.server';
import type { BookingRow } from './table.server';

const tags = ['scheduling'];

/** Identifies one filled-in form, so that a repeated request books only one call. */
const idempotencyKey = z
  .string()
  .check(z.minLength(8), z.maxLength(200), z.regex(/^[\x21-\x7e]+$/, 'Invalid'));

/** Maximum number of days per request. */
const maxSearchDays = 100;

const date = z.string().check(z.regex(/^\d{4}-\d{2}-\d{2}$/, 'Must be a date'));

const slotsQuery = z.object({ from: z.optional(date), to: z.optional(date) }).check(
  z.refine(({ from, to }) => {
    const rangeMs = Date.parse(to ?? from ?? '1970-01-01') - Date.parse(from ?? to ?? '1970-01-01');
    return rangeMs >= 0 && rangeMs <= maxSearchDays * DAY;
  }, `At most ${maxSearchDays} days, the last not before the first`),
);

const visitorCall = z.object({
  id: z.string(),
  status: z.enum(bookingStatuses),
  start: z.string(),
  end: z.string(),
  timeZone: z.string(),
  email: z.string(),
  place: z.string(),
  mailed: z.boolean(),
  calendarFile: z.string(),
});

const takenResponse = z.object({
  message: z.string(),
  code: z.literal('conflict'),
  /** Free times nearest to the requested one, which is taken. */
  alternatives: z.optional(z.array(z.string())),
});

/** Limits of token requests within ten minutes; each change sends emails. */
const rateLimit = {
  name: 'calls',
  maxPerAddress: 60,
  maxPerNetwork: 240,
  subject: 'Too many changes of calls',
};

/** Registers the visitors' routes: free times, booking, and rescheduling or canceling by token. */
export function registerSchedulingRoutes(
  api: Api,
  db: Database,
  environment: Environment,
  { calls: store, admit }: { calls: CallStore; admit: InquiryLimit },
): void {
  const admitChange = createClientRateLimit(db, rateLimit);

  async function toVisitorCall(row: BookingRow, token?: string): Promise<VisitorCall> {
    const { place } = await readCallHours(db);
    const manageUrl = token && environment.SITE_URL + buildManageUrl(token);
    return {
      id: row.id,
      status: row.status,
      start: row.startAt ?? '',
      end: row.endAt ?? '',
      timeZone: row.timeZone ?? 'UTC',
      email: row.email ?? '',
      place,
      mailed: getMailDisabledReason(environment) === undefined,
      calendarFile: await createCalendarFile(row, environment, {
        method: 'PUBLISH',
        place,
        manageUrl,
      }),
    };
  }

  /** @throws AppError not_found */
  async function requireBooking(token: string): Promise<BookingRow> {
    const row = await findBookingByToken(db, token);
    if (!row) throw new AppError('not_found', 'This call could not be found.');
    return row;
  }

  /** @throws AppError conflict for a past or canceled call */
  function requireUpcoming(row: BookingRow): void {
    if (row.status !== 'booked') throw new AppError('conflict', 'This call is canceled.');
    if (row.startAt === null || row.startAt <= new Date().toISOString()) {
      throw new AppError('conflict', 'This call is over.');
    }
  }

  const toTakenResponse = (error: unknown) => {
    if (!(error instanceof TimeTakenError)) throw error;
    return { ...error.body, code: 'conflict' as const, alternatives: error.alternatives };
  };

  api.get(
    '/api/scheduling/slots',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'listFreeSlots',
        tags,
        summary: 'The free times for a discovery call',
        description:
          'Starts in UTC. `from` and `to` are dates in UTC, both included; without them, all that can be booked.',
        querystring: slotsQuery,
        response: {
          200: z.object({ timeZone: z.string(), slots: z.array(z.string()) }),
          ...describeErrors('invalid'),
        },
      },
    },
    async (request, reply) => {
      const { from, to } = request.query;
      const hours = await readCallHours(db);
      const free = await listFreeSlots(db, {
        hours,
        now: Date.now(),
        from: from ? Date.parse(from) : 0,
        to: to ? Date.parse(to) + DAY : Number.MAX_SAFE_INTEGER,
      });
      reply.header('Cache-Control', 'no-store');
      return {
        timeZone: hours.timeZone,
        slots: free.map((start) => new Date(start).toISOString()),
      };
    },
  );

  api.post(
    '/api/scheduling/bookings',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'createBooking',
        tags,
        summary: 'Book a discovery call',
        description:
          'With an `Idempotency-Key`, a repeated request gets the first one’s booking; the same key with another body returns 409. A time that is taken returns 409 with the nearest available ones.',
        headers: z.looseObject({ 'idempotency-key': z.optional(idempotencyKey) }),
        body: callInput,
        response: {
          201: z.object({ ...visitorCall.shape, token: z.string() }),
          ...describeErrors('invalid', 'not_found', 'too_many_requests'),
          409: takenResponse,
        },
      },
    },
    async (request, reply) => {
      if (environment.SCHEDULING_URL) {
        throw new AppError('not_found', 'Calls are booked on another page.');
      }
      // Bookings and inquiries share one limit.
      await admit(request.ip);
      reply.header('Cache-Control', 'no-store');
      try {
        const row = await store.book(request.body, request.headers['idempotency-key'] ?? null);
        const token = await issueToken(db, row.id);
        return await reply.code(201).send({ ...(await toVisitorCall(row, token)), token });
      } catch (error) {
        return reply.code(409).send(toTakenResponse(error));
      }
    },
  );

  const tokenRoute = {
    config: { access: 'public' as const },
    response: { 200: visitorCall, ...describeErrors('invalid', 'not_found', 'too_many_requests') },
  };

  // A POST although it only reads: the token must not appear in URLs, which are logged.
  api.post(
    '/api/scheduling/bookings/lookup',
    {
      config: tokenRoute.config,
      schema: {
        operationId: 'findBooking',
        tags,
        summary: 'A booked call, by the token of its link',
        body: z.object({ token: callToken }),
        response: tokenRoute.response,
      },
    },
    async (request, reply) => {
      const { token } = request.body;
      await admitChange(request.ip);
      reply.header('Cache-Control', 'no-store');
      return toVisitorCall(await requireBooking(token), token);
    },
  );

  api.post(
    '/api/scheduling/bookings/reschedule',
    {
      config: tokenRoute.config,
      schema: {
        operationId: 'rescheduleBooking',
        tags,
        summary: 'Move a booked call to another time',
        body: z.object({ token: callToken, start: callStart }),
        response: { ...tokenRoute.response, 409: takenResponse },
      },
    },
    async (request, reply) => {
      const { token, start } = request.body;
      await admitChange(request.ip);
      const row = await requireBooking(token);
      requireUpcoming(row);
      try {
        return await reply.send(await toVisitorCall(await store.reschedule(row, start), token));
      } catch (error) {
        return reply.code(409).send(toTakenResponse(error));
      }
    },
  );

  api.post(
    '/api/scheduling/bookings/cancel',
    {
      config: tokenRoute.config,
      schema: {
        operationId: 'cancelBooking',
        tags,
        summary: 'Cancel a booked call',
        body: z.object({ token: callToken }),
        response: { ...tokenRoute.response, ...describeErrors('conflict') },
      },
    },
    async (request) => {
      const { token } = request.body;
      await admitChange(request.ip);
      const row = await requireBooking(token);
      if (row.status !== 'canceled') requireUpcoming(row);
      return toVisitorCall(await store.cancel(row), token);
    },
  );
}
