import { defineDelivery } from '../../../foundation/outbox/delivery.server';
import { findLead } from '../../leads/table.server';
import { sendConversion } from '../tracking/conversion-apis.server';
import { createLeadEvent, toStandardEvent } from '../tracking/events';

/**
 * Tells Meta of an enquiry (Conversions API), under the id that the pixel sends: Meta drops the twin.
 * The visitor is named by the pixel's own cookies alone, never by mail address, phone or network
 * address, hashed or not.
 */
export default defineDelivery({
  kind: 'meta-lead',
  on: 'lead-created',
  appliesTo: ({ agreed }) => agreed.advertising,
  getDisabledReason: ({ META_PIXEL_ID, META_CAPI_TOKEN }) =>
    META_PIXEL_ID && META_CAPI_TOKEN ? undefined : 'META_CAPI_TOKEN is not set',
  async deliver({ leadId }, { db, environment, conversionApis }) {
    const lead = await findLead(db, leadId);
    const { advertising, fbp, fbc, userAgent } = lead?.consent ?? {};
    // Deleted meanwhile: there is nothing left to tell.
    if (!lead || !advertising) return;
    const event = createLeadEvent(lead);
    const standard = toStandardEvent(event);
    await sendConversion(
      environment,
      new URL(`${conversionApis.meta}/${environment.META_PIXEL_ID}/events`),
      {
        // In the body and not in the address: addresses are written to logs.
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
