import { randomUUID } from 'node:crypto';
import type { TestOutcome } from '../../foundation/environment/contract';
import type { Environment } from '../../foundation/environment/environment.server';
import { createOwnerFooter } from '../../foundation/outbox/mail-html.server';
import { createMailer } from '../../foundation/outbox/mailer.server';
import { smtpFailures } from '../../foundation/outbox/smtp-transport.server';
import { AppError, getErrorCode } from '../../lib/errors';
import { SECOND } from '../../lib/time/durations';

const timeoutMs = 20 * SECOND;

/**
 * Sends an email to the owner's first notification address, over a connection of its own, so that
 * it waits for no other email.
 * @throws AppError conflict when there is no mail server or no address
 */
export async function sendTestEmail(environment: Environment): Promise<TestOutcome> {
  const { SITE_NAME, SITE_URL, SMTP_URL, NOTIFY_EMAIL: [to] = [] } = environment;
  if (!SMTP_URL) throw new AppError('conflict', 'Enter a mail server and save it first.');
  if (to === undefined) {
    throw new AppError('conflict', 'Enter an address for notifications and save it first.');
  }
  const mailer = createMailer(environment, timeoutMs);
  try {
    await mailer.send({
      id: randomUUID(),
      to,
      subject: `${SITE_NAME}: test email`,
      content: {
        title: 'It works',
        preheader: 'New leads will reach you at this address.',
        blocks: [
          'This is the test email that you asked for. New leads will reach you at this address.',
          {
            kind: 'actions',
            links: [{ label: 'Open the admin area', url: `${SITE_URL}/admin` }],
          },
        ],
        footer: createOwnerFooter(environment, 'new leads and calls'),
      },
    });
  } catch (error) {
    const failure = smtpFailures[getErrorCode(error)];
    return {
      success: false,
      message: failure
        ? `${failure.problem} ${failure.fix}`
        : 'The mail server did not take the email. Check the mail settings, then send another test.',
    };
  } finally {
    await mailer.close();
  }
  return {
    success: true,
    message: `Sent to ${to}. It should be in your inbox within a minute. If it is not, look in the spam folder.`,
  };
}
