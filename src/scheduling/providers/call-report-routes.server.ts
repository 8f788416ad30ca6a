import { lenientAttribution } from '../../analytics/contract';
import { createRateLimitCounter } from '../../db/rate-limit-counter.server';
import type { SiteOptions } from '../../foundation/environment/define-plugin.server';
import { type Api, describeRoutes, noContent } from '../../http/api.server';
import { createClientRateLimit } from '../../http/rate-limits.server';
import { AppError } from '../../lib/errors';
import { recordId, timestamp, z } from '../../lib/schema';
import { HOUR } from '../../lib/time/durations';
import type { CallSource } from '../call';
import { recordProviderEvent } from './record-provider-event.server';

/** Reports per sender within ten minutes, so that one sender can't use up the total below. */
const rateLimit = {
  name: 'reports of calls',
  maxPerAddress: 20,
  maxPerNetwork: 60,
  subject: 'Too many reports of calls',
};

/** Bookings that unverified reports can add within an hour, from all senders together. */
const maxNewCallsPerHour = 100;

const callReport = z.object({
  provider: z.enum(['calendly', 'cal']),
  /** Calendly's invitee URI, or Cal.com's booking uid. */
  externalId: z.string().check(z.maxLength(300), z.regex(/^[\w:/.-]+$/, 'Invalid')),
  start: z.optional(timestamp()),
  end: z.optional(timestamp()),
  leadId: z.optional(recordId),
  attribution: lenientAttribution,
});

/**
 * Registers the route with which the visitor's browser reports a booking in the embedded calendar.
 * Anybody can call it, so the booking stays unverified until the provider's webhook confirms it. It
 * moves a lead only when no webhook is set up, and only by the lead's id, which only its sender
 * knows.
 */
export function registerCallReportRoutes(api: Api, { db, environment }: SiteOptions): void {
  const { CALENDLY_WEBHOOK_SECRET, CAL_WEBHOOK_SECRET } = environment;
  const admit = createClientRateLimit(db, rateLimit);
  const incrementCounter = createRateLimitCounter(db);
  /**
   * Counts a booking that is not stored yet against the hourly limit.
   * @throws AppError too_many_requests
   */
  async function requireReportQuota(source: CallSource, externalId: string): Promise<void> {
    const existing = await db
      .selectFrom('bookings')
      .select('id')
      .where('source', '=', source)
      .where('externalId', '=', externalId)
      .executeTakeFirst();
    if (existing) return;
    const [added] = await incrementCounter(['reports of calls'], HOUR);
    if (!added || added.count <= maxNewCallsPerHour) return;
    throw new AppError('too_many_requests', 'Too many reports. Try again later.', {
      retryAfterSeconds: Math.max(1, Math.ceil((added.endsAt - Date.now()) / 1000)),
    });
  }

  const secrets = { calendly: CALENDLY_WEBHOOK_SECRET, cal: CAL_WEBHOOK_SECRET };

  api.post(
    '/api/scheduling/confirmations',
    describeRoutes('scheduling')('public', {
      operationId: 'reportBooking',
      summary: 'Report a booking that the embedded calendar has confirmed',
      body: callReport,
      response: { 204: noContent },
      errors: ['not_found', 'too_many_requests'],
    }),
    async ({ ip, body: { provider: source, ...reported } }) => {
      if (!environment.SCHEDULING_URL) throw new AppError('not_found', 'Not found');
      await admit(ip);
      await requireReportQuota(source, reported.externalId);
      await recordProviderEvent(
        db,
        { ...reported, source, kind: 'created', at: new Date().toISOString() },
        { verified: false, canMoveLead: secrets[source] === undefined },
      );
    },
  );
}
