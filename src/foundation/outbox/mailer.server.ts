import type { Transporter } from 'nodemailer';
import type { Environment } from '../settings/environment.server';
import { createSmtpTransport, explainSmtpError } from './smtp-transport.server';

export interface Mail {
  /** Stable over all tries: it becomes the Message-ID, by which a receiver drops a twin. */
  id: string;
  to: string;
  replyTo?: { name: string; address: string };
  subject: string;
  text: string;
  /** A calendar file that the receiver's calendar acts upon (RFC 6047). */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string };
}

export interface Mailer {
  /** @throws when the mail server can't be reached, is too slow or refuses */
  send(mail: Mail): Promise<void>;
  /** Ends the connection that waits for a further mail. */
  close(): Promise<void>;
}

/** Milliseconds that a connection waits for a further mail: servers count those that do nothing. */
const idleTimeoutMs = 5_000;

/** Why no mail leaves this installation; undefined when it does. */
export const getMailDisabledReason = (environment: Environment): string | undefined =>
  environment.SMTP_URL ? undefined : 'Mail is off: SMTP_URL is not set';

/**
 * Sends mail through `SMTP_URL`, from the site's own address: one after the other over one connection,
 * of which signing in is most of a mail's time. What is said over one that the server has closed
 * meanwhile goes over a new one, as long as nothing of the mail was sent.
 * @param timeoutMs milliseconds of a whole mail: a server that says a word now and then would never be
 *   silent for long
 */
export function createMailer(environment: Environment, timeoutMs: number): Mailer {
  const { SITE_NAME, SUPPORT_EMAIL } = environment;
  let transportPromise: Promise<Transporter> | undefined;

  /** With the first mail and not at the start, which most installations make without sending one. */
  const connect = () =>
    createSmtpTransport(environment, {
      maxConnections: 1,
      idleTimeout: idleTimeoutMs,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      // A mail's text is data: it names no file and no address to be fetched.
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  const domain = SUPPORT_EMAIL.slice(SUPPORT_EMAIL.lastIndexOf('@') + 1);

  return {
    async send({ id, to, replyTo, subject, text, calendar }) {
      transportPromise ??= connect();
      const transport = await transportPromise;
      const timeoutSignal = AbortSignal.timeout(timeoutMs);
      try {
        await transport.sendMail({
          messageId: `<${id}@${domain}>`,
          from: { name: SITE_NAME, address: SUPPORT_EMAIL },
          // As an object: an address in text is parsed, and "a, b" would be two.
          to: { name: '', address: to },
          ...(replyTo && { replyTo }),
          subject,
          text,
          ...(calendar && { icalEvent: { ...calendar, filename: 'discovery-call.ics' } }),
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: timeoutSignal,
        });
      } catch (error) {
        if (!timeoutSignal.aborted) throw explainSmtpError(error, environment);
        throw new Error(`The mail server was not done after ${timeoutMs} ms`, { cause: error });
      }
    },

    async close() {
      (await transportPromise)?.close();
    },
  };
}
