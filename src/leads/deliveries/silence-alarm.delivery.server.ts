import { defineOwnerMail } from '../../foundation/outbox/define-mail.server';
import { describeSilence } from '../today/problems.server';

/** Emails the owner that no lead has arrived for days. */
export default defineOwnerMail({
  kind: 'silence-alarm',
  label: 'Alert about missing leads',
  on: 'no-leads-alert',
  about: 'new leads',
  async write(silence, { environment }) {
    const { SITE_NAME, SITE_URL } = environment;
    const { title, message, fix } = describeSilence(silence);
    const settingsUrl = `${SITE_URL}/admin/settings#leads`;
    return {
      subject: `${SITE_NAME}: ${title.toLowerCase()}`,
      content: {
        title,
        preheader: message,
        blocks: [
          message,
          fix,
          { kind: 'actions', links: [{ label: 'Open the overview', url: `${SITE_URL}/admin` }] },
        ],
      },
      footer: [
        [
          'You get this email once. ',
          { label: 'Change the number of days, or turn it off', url: settingsUrl },
        ],
      ],
    };
  },
});
