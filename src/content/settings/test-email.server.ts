import { randomUUID } from 'node:crypto';
import type { TestOutcome } from '../../foundation/environment/contract';
import type { Environment } from '../../foundation/environment/environment.server';
import { createOwnerFooter } from '../../foundation/outbox/mail-html.server';
import { createMailer } from '../../foundation/outbox/mailer.server';
import { AppError, getErrorCode } from '../../lib/errors';
import { SECOND } from '../../lib/time';

const timeoutMs = 20 * SECOND;

/** Advice for the owner after a failure, by nodemailer's error code. */
const adviceByCode: Record<string, string> = {
  EAUTH:
    'The mail server did not accept the password. Type the mail password again under “Password”, save, then send another test.',
  EDNS: 'The mail server was not found. Check its name under “Server”.',
  ENOTFOUND: 'The mail server was not found. Check its name under “Server”.',
  ECONNECTION: 'The mail server can’t be reached. Check its name and port.',
  ECONNREFUSED: 'The mail server can’t be reached. Check its name and port.',
  ESOCKET: 'The mail server can’t be reached. Check its name and port.',
  ETIMEDOUT: 'The mail server did not respond. Check its name and port.',
  ETLS: 'The mail server offers no encryption. Try port 465, or ask your mail provider.',
  EENVELOPE: 'The mail server did not accept the sender or the recipient. Check both addresses.',
};

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
          {
            kind: 'text',
            parts: [
              'This is the test email that you asked for. New leads will reach you at this address.',
            ],
          },
          {
            kind: 'actions',
            links: [{ label: 'Open the admin area', url: `${SITE_URL}/admin` }],
          },
        ],
        footer: createOwnerFooter(environment, 'new leads and calls'),
      },
    });
  } catch (error) {
    return {
      success: false,
      message:
        adviceByCode[getErrorCode(error)] ??
        'The mail server did not take the email. Check the mail settings, then send another test.',
    };
  } finally {
    await mailer.close();
  }
  return {
    success: true,
    message: `Sent to ${to}. It should be in your inbox within a minute. If it is not, look in the spam folder.`,
  };
}
