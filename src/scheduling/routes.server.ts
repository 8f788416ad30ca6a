import type { Database } from '../db/database.server';
import { runInTransaction } from '../db/transactions.server';
import type { SiteOptions } from '../foundation/environment/define-plugin.server';
import { getMailDisabledReason } from '../foundation/outbox/mailer.server';
import { type Api, describeRoutes } from '../http/api.server';
import { createClientRateLimit } from '../http/rate-limits.server';
import { repeatableHeaders } from '../http/repeatable-request.server';
import { AppError, type ErrorCode } from '../lib/errors';
import { z } from '../lib/schema';
import { createSerialQueue } from '../lib/serial-queue';
import { DAY } from '../lib/time/durations';
import { timeZoneName } from '../lib/time/hours-schema';
import { bookCall, confirmAddress } from './book-call.server';
import { createCalendarFile } from './calendar-file.server';
import { buildManageUrl } from './call';
import { findCallByToken, issueToken } from './call-tokens.server';
import {
  callInput,
  callStart,
  callToken,
  linkedCall,
  newCall,
  type OpenTimes,
  openTimes,
  takenResponse,
  type VisitorCall,
  visitorCall,
} from './contract';
import { readCallHours } from './hours/call-hours-store.server';
import { isFree, listFreeSlots, type SlotSearch } from './hours/free-slots.server';
import { cancelCall, moveCall, runMove, visitorAuthor } from './store.server';
import { requireBooked, requireNotBegun, type StoredCall } from './table.server';

const describeRoute = describeRoutes('scheduling');

/** Maximum number of days per request. */
const maxSearchDays = 100;

const date = z.iso.date('Must be a date');

const slotsQuery = z.object({ from: z.optional(date), to: z.optional(date) }).check(
  z.refine(({ from, to }) => {
    const rangeMs = Date.parse(to ?? from ?? '1970-01-01') - Date.parse(from ?? to ?? '1970-01-01');
    return rangeMs >= 0 && rangeMs <= maxSearchDays * DAY;
  }, `At most ${maxSearchDays} days, the last not before the first`),
);

/** Limits of token requests within ten minutes; each change sends emails. */
const rateLimit = {
  name: 'calls',
  maxPerAddress: 60,
  maxPerNetwork: 240,
  subject: 'Too many changes of calls',
};

/** Limits of requests for the free times within ten minutes. The calendar sends one per change. */
const slotsLimit = {
  name: 'free times',
  maxPerAddress: 120,
  maxPerNetwork: 480,
  subject: 'Too many requests for free times',
};

async function toVisitorCall(
  { db, environment }: SiteOptions,
  row: StoredCall,
  token: string,
): Promise<VisitorCall> {
  const { place } = await readCallHours(db);
  const manageUrl = environment.SITE_URL + buildManageUrl(token);
  return {
    id: row.id,
    status: row.status,
    start: row.startAt ?? '',
    end: row.endAt ?? '',
    timeZone: row.timeZone ?? 'UTC',
    email: row.email ?? '',
    place,
    heldUntil: row.heldUntil,
    mailed: getMailDisabledReason(environment) === undefined,
    calendarFile: await createCalendarFile(row, environment, {
      method: 'PUBLISH',
      place,
      manageUrl,
    }),
  };
}

/** @throws AppError conflict for a canceled call, or one that has begun */
function requireUpcoming(row: StoredCall): void {
  if (row.status !== 'booked') throw new AppError('conflict', 'This call is canceled.');
  requireNotBegun(row);
}

async function readOpenTimes(db: Database, search: SlotSearch): Promise<OpenTimes> {
  const hours = await readCallHours(db);
  const slots = await listFreeSlots(db, hours, search);
  return { timeZone: hours.timeZone, slots: slots.map((start) => new Date(start).toISOString()) };
}

/** Registers the visitors' routes to find a free time and to book it. */
export function registerVisitorRoutes(api: Api, { db, environment }: SiteOptions): void {
  const runInOrder = createSerialQueue();
  const admitSearch = createClientRateLimit(db, slotsLimit);
  const admitChange = createClientRateLimit(db, rateLimit);
  api.get(
    '/api/scheduling/slots',
    describeRoute('public', {
      operationId: 'listFreeSlots',
      summary: 'The free times for a discovery call',
      description:
        'Starts in UTC. `from` and `to` are dates in UTC, both included; without them, all that can be booked.',
      querystring: slotsQuery,
      response: { 200: openTimes },
      errors: ['too_many_requests'],
    }),
    async ({ ip, query: { from, to } }, reply) => {
      await admitSearch(ip).catch((error) => {
        // Reads continue while nothing can be written, so not even a count.
        if (error instanceof AppError) throw error;
      });
      reply.header('Cache-Control', 'no-store');
      return readOpenTimes(db, {
        from: from ? Date.parse(from) : undefined,
        to: to ? Date.parse(to) + DAY : undefined,
      });
    },
  );
  api.post(
    '/api/scheduling/bookings',
    describeRoute('public', {
      operationId: 'createBooking',
      summary: 'Book a discovery call',
      description:
        'With an `Idempotency-Key`, a repeated request gets the first one’s booking; the same key with another body returns 409. A time that is taken returns 409 with the nearest available ones. When too many calls are booked, the time is only held until `heldUntil`, and the visitor books it by opening the link in the email.',
      headers: repeatableHeaders,
      body: callInput,
      response: { 201: newCall, 409: takenResponse },
      errors: ['not_found', 'too_many_requests'],
    }),
    async (request, reply) => {
      if (environment.SCHEDULING_URL) {
        throw new AppError('not_found', 'Calls are booked on another page.');
      }
      const row = await bookCall(db, runInOrder, request.body, {
        requestKey: request.headers['idempotency-key'] ?? null,
        isMailOff: getMailDisabledReason(environment) !== undefined,
        // Bookings and inquiries share one limit. Above it, a visitor still learns that the call is
        // booked: another token for it counts like other requests with one.
        admit: (isRepeated) => (isRepeated ? admitChange : api.admitInquiry)(request.ip),
      });
      api.wakeOutbox();
      const token = await issueToken(db, row.id);
      const call = await toVisitorCall({ db, environment }, row, token);
      reply.header('Cache-Control', 'no-store');
      return { ...call, token };
    },
  );
}

/** Registers the visitors' routes to see, reschedule or cancel a call with the token of its link. */
export function registerCallTokenRoutes(api: Api, site: SiteOptions): void {
  const { db } = site;
  const admit = createClientRateLimit(db, rateLimit);
  const errors: ErrorCode[] = ['not_found', 'too_many_requests'];

  /**
   * Finds the call of a link. A link that was emailed confirms the address, and books a held call.
   * @throws AppError not_found, too_many_requests
   */
  async function requireCall(ip: string, token: string) {
    await admit(ip);
    const row = await findCallByToken(db, token);
    if (!row) throw new AppError('not_found', 'This call could not be found.');
    if (!row.isMailed || row.addressConfirmedAt !== null) return { row, wasHeld: false };
    const confirmed = await confirmAddress(db, row.id);
    if (confirmed.wasHeld) api.wakeOutbox();
    return confirmed;
  }

  // A POST: the token must not appear in URLs, which are logged, and opening a link may book a call.
  api.post(
    '/api/scheduling/bookings/lookup',
    describeRoute('public', {
      operationId: 'findBooking',
      summary: 'A call, by the token of its link',
      description: 'The token of an email books a call that was only held.',
      body: z.object({ token: callToken }),
      response: { 200: linkedCall },
      errors,
    }),
    async ({ ip, body: { token } }, reply) => {
      const { row, wasHeld } = await requireCall(ip, token);
      reply.header('Cache-Control', 'no-store');
      return { ...(await toVisitorCall(site, row, token)), wasHeld };
    },
  );
  api.post(
    '/api/scheduling/bookings/slots',
    describeRoute('public', {
      operationId: 'listRescheduleSlots',
      summary: 'The free times to which a call can be moved',
      description: 'Starts in UTC. They may overlap the call’s present time, which is left out.',
      body: z.object({ token: callToken }),
      response: { 200: openTimes },
      errors,
    }),
    async ({ ip, body: { token } }, reply) => {
      const { row } = await requireCall(ip, token);
      const { timeZone, slots } = await readOpenTimes(db, { exceptCallId: row.id });
      reply.header('Cache-Control', 'no-store');
      return { timeZone, slots: slots.filter((start) => start !== row.startAt) };
    },
  );
  api.post(
    '/api/scheduling/bookings/reschedule',
    describeRoute('public', {
      operationId: 'rescheduleBooking',
      summary: 'Move a booked call to another time',
      description:
        'With `timeZone`, the zone in which the visitor chose the time, the emails show times in it.',
      body: z.object({ token: callToken, start: callStart, timeZone: z.optional(timeZoneName()) }),
      response: { 200: visitorCall, 409: takenResponse },
      errors,
    }),
    async ({ ip, body: { token, start, timeZone } }) => {
      const { row } = await requireCall(ip, token);
      requireUpcoming(row);
      requireBooked(row);
      const moved = await runMove(db, { id: row.id, startAt: start }, (transaction, hours) =>
        moveCall(transaction, row, start, {
          hours,
          isPossible: isFree,
          timeZone,
          ...visitorAuthor,
        }),
      );
      api.wakeOutbox();
      return toVisitorCall(site, moved, token);
    },
  );
  api.post(
    '/api/scheduling/bookings/cancel',
    describeRoute('public', {
      operationId: 'cancelBooking',
      summary: 'Cancel a booked call',
      body: z.object({ token: callToken }),
      response: { 200: visitorCall },
      errors: [...errors, 'conflict'],
    }),
    async ({ ip, body: { token } }) => {
      const { row } = await requireCall(ip, token);
      if (row.status !== 'canceled') requireUpcoming(row);
      const canceled = await runInTransaction(db, (transaction) => cancelCall(transaction, row));
      api.wakeOutbox();
      return toVisitorCall(site, canceled, token);
    },
  );
}
