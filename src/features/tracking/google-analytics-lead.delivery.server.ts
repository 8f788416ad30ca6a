import { findLead } from '../leads/lead-table.server';
import { defineDelivery } from '../outbox/delivery.server';
import { sendConversion } from './conversion-apis.server';
import { analyticsParameters, leadEvent } from './events';

/** Characters of a value that the Measurement Protocol takes. */
const longestValue = 100;

const granted = (isGranted: boolean) => (isGranted ? 'GRANTED' : 'DENIED');

/**
 * Tells Google Analytics of an enquiry (Measurement Protocol). It has no way to drop a twin of such
 * an event, so where this is set up the browser leaves this one event to the server.
 */
export default defineDelivery({
  kind: 'google-analytics-lead',
  on: 'lead-created',
  concerns: ({ agreed }) => agreed.analytics,
  offBecause: ({ GA_MEASUREMENT_ID, GA_API_SECRET }) =>
    GA_MEASUREMENT_ID && GA_API_SECRET ? undefined : 'GA_API_SECRET is not set',
  async deliver({ leadId }, { db, environment, conversionApis }) {
    const lead = await findLead(db, leadId);
    const { analytics, advertising, gaClientId, gaSessionId } = lead?.consent ?? {};
    // Deleted meanwhile: there is nothing left to tell.
    if (!lead || !analytics || !gaClientId) return;
    const address = new URL('/mp/collect', conversionApis.googleAnalytics);
    address.searchParams.set('measurement_id', environment.GA_MEASUREMENT_ID ?? '');
    address.searchParams.set('api_secret', environment.GA_API_SECRET ?? '');
    const event = leadEvent(lead);
    const parameters = Object.entries(analyticsParameters(event)).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.slice(0, longestValue) : value,
    ]);
    await sendConversion(environment, address, {
      client_id: gaClientId,
      timestamp_micros: Date.parse(lead.createdAt) * 1000,
      consent: {
        ad_user_data: granted(advertising ?? false),
        ad_personalization: granted(advertising ?? false),
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
