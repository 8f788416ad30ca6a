import { defineDelivery } from '../../foundation/outbox/delivery.server';
import { getOwnerMailDisabledReason } from '../../foundation/outbox/mailer.server';
import { describeSilence } from '../today/silence.server';

/** Emails the owner that no lead has arrived for days. */
export default defineDelivery({
  kind: 'silence-alarm',
  on: 'leads-silent',
  channel: 'mail',
  getDisabledReason: getOwnerMailDisabledReason,
  async deliver(silence, { id, environment, mailer }) {
    const { NOTIFY_EMAIL, SITE_NAME, SITE_URL } = environment;
    if (!NOTIFY_EMAIL) return undefined;
    const { title, message, fix } = describeSilence(silence);
    return mailer.send({
      id,
      to: NOTIFY_EMAIL,
      subject: `${SITE_NAME}: ${title.toLowerCase()}`,
      content: {
        title,
        preheader: message,
        blocks: [
          { kind: 'text', parts: [message] },
          { kind: 'text', parts: [fix] },
          { kind: 'actions', links: [{ label: 'Open the overview', url: `${SITE_URL}/admin` }] },
        ],
        footer: [
          [
            'You get this email once. ',
            {
              label: 'Change the number of days, or turn it off',
              url: `${SITE_URL}/admin/settings#leads`,
            },
          ],
        ],
      },
    });
  },
});
