import { sendConversion } from '../../analytics/tracking/conversion-apis.server';
import { createLeadEvent, toAnalyticsParameters } from '../../analytics/tracking/events';
import { defineDelivery } from '../../foundation/outbox/delivery.server';
import { findLead } from '../table.server';
import { leadDeleted } from '../webhook-message.server';

/** The Measurement Protocol's limit for a parameter's value. */
const maxValueChars = 100;

const toConsentState = (isGranted: boolean) => (isGranted ? 'GRANTED' : 'DENIED');

/**
 * Reports an inquiry to Google Analytics (Measurement Protocol). Google can't deduplicate this
 * event, so the browser doesn't send it where this delivery is configured.
 */
export default defineDelivery({
  kind: 'google-analytics-lead',
  label: 'Google Analytics',
  on: 'lead-created',
  failure: {
    title: 'Google Analytics does not take your leads',
    fix: 'Check the platform’s ID and key in the settings, and send again.',
    fixPath: '/admin/settings#tracking',
    noun: 'lead',
  },
  appliesTo: ({ agreed }) => agreed.analytics,
  getDisabledReason: ({ GA_MEASUREMENT_ID, GA_API_SECRET }) =>
    GA_MEASUREMENT_ID && GA_API_SECRET ? undefined : 'GA_API_SECRET is not set',
  async deliver({ leadId }, { db, environment, conversionApis }) {
    const lead = await findLead(db, leadId);
    if (!lead) return leadDeleted;
    const { analytics, advertising, gaClientId, gaSessionId } = lead.consent ?? {};
    if (!analytics || !gaClientId) return { notSent: 'the visitor did not agree to it' };
    const url = new URL('/mp/collect', conversionApis.googleAnalytics);
    url.searchParams.set('measurement_id', environment.GA_MEASUREMENT_ID ?? '');
    url.searchParams.set('api_secret', environment.GA_API_SECRET ?? '');
    const event = createLeadEvent(lead, environment.owner.leadValues);
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
            // Without it Google assigns the event to no session.
            engagement_time_msec: 1,
          },
        },
      ],
    });
  },
});
