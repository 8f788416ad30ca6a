import { defineDelivery } from '../../../foundation/outbox/delivery.server';
import { findLead } from '../../leads/table.server';
import { sendConversion } from '../tracking/conversion-apis.server';
import { createLeadEvent, toAnalyticsParameters } from '../tracking/events';

/** Characters of a value that the Measurement Protocol takes. */
const maxValueChars = 100;

const toConsentState = (isGranted: boolean) => (isGranted ? 'GRANTED' : 'DENIED');

/**
 * Tells Google Analytics of an enquiry (Measurement Protocol). It has no way to drop a twin of such
 * an event, so where this is set up the browser leaves this one event to the server.
 */
export default defineDelivery({
  kind: 'google-analytics-lead',
  on: 'lead-created',
  appliesTo: ({ agreed }) => agreed.analytics,
  getDisabledReason: ({ GA_MEASUREMENT_ID, GA_API_SECRET }) =>
    GA_MEASUREMENT_ID && GA_API_SECRET ? undefined : 'GA_API_SECRET is not set',
  async deliver({ leadId }, { db, environment, conversionApis }) {
    const lead = await findLead(db, leadId);
    const { analytics, advertising, gaClientId, gaSessionId } = lead?.consent ?? {};
    // Deleted meanwhile: there is nothing left to tell.
    if (!lead || !analytics || !gaClientId) return;
    const url = new URL('/mp/collect', conversionApis.googleAnalytics);
    url.searchParams.set('measurement_id', environment.GA_MEASUREMENT_ID ?? '');
    url.searchParams.set('api_secret', environment.GA_API_SECRET ?? '');
    const event = createLeadEvent(lead);
    const parameters = Object.entries(toAnalyticsParameters(event)).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, maxValueChars) : value,
    ]);
    await sendConversion(environment, url, {
      client_id: gaClientId,
      timestamp_micros: Date.parse(lead.createdAt) * 1000,
      consent: {
        ad_user_data: toConsentState(advertising ?? false),
        ad_personalization: toConsentState(advertising ?? false),
      },
      events: [
        {
          name: event.name,
          params: {
            ...Object.fromEntries(parameters),
            event_id: event.id,
            ...(gaSessionId && { session_id: gaSessionId }),
            // Without it the event counts for no session.
            engagement_time_msec: 1,
          },
        },
      ],
    });
  },
});
