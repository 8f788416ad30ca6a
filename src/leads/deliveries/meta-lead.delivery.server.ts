import { sendConversion } from '../../analytics/tracking/conversion-apis.server';
import { createLeadEvent, toStandardEvent } from '../../analytics/tracking/events';
import { defineDelivery } from '../../foundation/outbox/delivery.server';
import { findLead } from '../table.server';
import { leadDeleted } from '../webhook-message.server';

/**
 * Reports an inquiry to Meta (Conversions API) with the event id that the pixel sends, so that Meta
 * deduplicates the two. Identifies the visitor only by the pixel's own cookies: no email, phone
 * number or IP address is sent, not even hashed.
 */
export default defineDelivery({
  kind: 'meta-lead',
  label: 'Meta',
  on: 'lead-created',
  failure: {
    title: 'Meta does not take your leads',
    fix: 'Check the platform’s ID and key in the settings, and send again.',
    fixPath: '/admin/settings#tracking',
    noun: 'lead',
  },
  appliesTo: ({ agreed }) => agreed.advertising,
  getDisabledReason: ({ META_PIXEL_ID, META_CAPI_TOKEN }) =>
    META_PIXEL_ID && META_CAPI_TOKEN ? undefined : 'META_CAPI_TOKEN is not set',
  async deliver({ leadId }, { db, environment, conversionApis }) {
    const lead = await findLead(db, leadId);
    if (!lead) return leadDeleted;
    const { advertising, fbp, fbc, userAgent } = lead.consent ?? {};
    if (!advertising) return { notSent: 'the visitor did not agree to it' };
    const event = createLeadEvent(lead, environment.owner.leadValues);
    const standard = toStandardEvent(event);
    await sendConversion(
      environment,
      new URL(`${conversionApis.meta}/${environment.META_PIXEL_ID}/events`),
      {
        // In the body, not in the URL: URLs end up in logs.
        access_token: environment.META_CAPI_TOKEN,
        data: [
          {
            event_name: standard?.name,
            event_id: event.id,
            event_time: Math.floor(Date.parse(lead.createdAt) / 1000),
            event_source_url: `${environment.SITE_URL}/`,
            action_source: 'website',
            user_data: {
              client_user_agent: userAgent,
              ...(fbp && { fbp }),
              ...(fbc && { fbc }),
            },
            custom_data: standard?.parameters,
          },
        ],
      },
    );
  },
});
