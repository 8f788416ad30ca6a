import type { NotSent } from '../../foundation/outbox/delivery.server';
import { defineWebhookDelivery } from '../../foundation/webhooks/webhook-delivery.server';
import { buildLeadUrl } from '../../leads/webhook-message.server';
import { changeLabels } from '../call-mail.server';
import { formatCallTime } from '../format-call-time';
import { findCall } from '../table.server';

const callDeleted: NotSent = { notSent: 'the call was deleted' };

/**
 * Sends a call that was booked or changed to the webhooks. A call that was moved or has another link
 * is booked again.
 */
export default defineWebhookDelivery({
  kind: 'call-webhook',
  label: 'call',
  on: 'call-changed',
  getEvent: ({ change }) => (change === 'canceled' ? 'call.canceled' : 'call.booked'),
  async read({ bookingId, change }, { db, environment }) {
    const call = await findCall(db, bookingId);
    if (!call?.leadId) return callDeleted;
    const url = buildLeadUrl(environment, call.leadId);
    const who = call.company ?? call.name ?? call.email ?? 'unknown';
    const person = [call.name, call.email].filter((part) => part !== null).join(', ');
    return {
      summary: {
        title: `${changeLabels[change]}, ${who}`,
        lines: [
          ...(call.startAt ? [formatCallTime(call.startAt, environment.owner.timeZone)] : []),
          ...(person === '' ? [] : [person]),
        ],
        url,
      },
      data: {
        id: call.id,
        leadId: call.leadId,
        status: call.status,
        isRescheduled: change === 'rescheduled',
        start: call.startAt,
        end: call.endAt,
        timeZone: call.timeZone,
        name: call.name,
        email: call.email,
        company: call.company,
        meetingUrl: call.meetingUrl,
        isPersonConfirmed: Boolean(call.personConfirmed),
        source: call.source,
        createdAt: call.createdAt,
        updatedAt: call.updatedAt,
        url,
      },
    };
  },
});
