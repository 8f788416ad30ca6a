import type { Transporter } from 'nodemailer';
import type { Environment } from '../environment/environment.server';
import { type MailContent, renderMailText } from './mail-content.server';
import { renderMailHtml } from './mail-html.server';
import {
  createSmtpTransport,
  explainSmtpError,
  isRejection,
  toPlainSmtpError,
  trackRequestedMails,
} from './smtp-transport.server';

export interface Mail {
  /** The same in every attempt. Used as the Message-ID, by which receivers drop duplicates. */
  id: string;
  to: string | readonly string[];
  replyTo?: { name: string; address: string };
  subject: string;
  /** A text alone is a personal mail: it has no design, and is not marked as generated. */
  content: MailContent | string;
  /** Throws an `UnconfirmedError` when the mail server may have taken the email. */
  isSentOnce?: boolean;
  /** A calendar file that the recipient's calendar processes (RFC 6047). */
  calendar?: { method: 'REQUEST' | 'CANCEL'; content: string };
}

/** A delivery that arrived, with the receiver's response. The owner sees it with the lead. */
export interface Sent {
  answer: string;
}

export type Mailer = ReturnType<typeof createMailer>;

/** Thrown when the mail server may have taken an email that must not be sent twice. */
export class UnconfirmedError extends Error {
  constructor(options?: ErrorOptions) {
    super('The mail server did not say whether it took this mail. It may have arrived.', options);
  }
}

/** How long the connection stays open for another email. Servers limit idle connections. */
const idleTimeoutMs = 5_000;

/** The mail server's response is stored up to this length. */
const maxResponseChars = 200;

/** Returns why this installation sends no email; undefined when it does. */
export const getMailDisabledReason = (environment: Environment): string | undefined =>
  environment.SMTP_URL ? undefined : 'Mail is off: no mail server is set';

/** Returns why this installation sends no email to the owner; undefined when it does. */
export const getOwnerMailDisabledReason = (environment: Environment): string | undefined =>
  getMailDisabledReason(environment) ??
  (environment.NOTIFY_EMAIL ? undefined : 'No address for notifications is set');

/**
 * Sends email one after the other over one connection, because authentication takes most of an
 * email's time. Replaces a connection that the server has closed before the email.
 * @param timeoutMs for the whole email: an idle timeout never fires for a server that sends single
 *   words
 */
export function createMailer(environment: Environment, timeoutMs: number) {
  let connection: Promise<{ transport: Transporter; requested: Set<unknown> }> | undefined;
  let connectedUrl: string | undefined;

  /** Closes the idle connection. */
  const close = async () => (await connection)?.transport.close();

  /**
   * Returns the connection to the current server. Made for the first email and not at startup,
   * because most starts send none.
   */
  function connect() {
    if (connection && connectedUrl === environment.SMTP_URL) return connection;
    void close();
    connectedUrl = environment.SMTP_URL;
    connection = createSmtpTransport(environment, {
      maxConnections: 1,
      idleTimeout: idleTimeoutMs,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 30_000,
      // An email's text is data, so it must not reference files or URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    }).then((transport) => ({ transport, requested: trackRequestedMails(transport) }));
    return connection;
  }

  return {
    /**
     * @returns the mail server's response
     * @throws when the mail server can't be reached, is too slow or rejects the email
     */
    async send(mail: Mail): Promise<Sent> {
      const { id, to, replyTo, subject, content, isSentOnce, calendar } = mail;
      const { transport, requested } = await connect();
      const { sender } = environment.owner;
      const domain = sender.address.slice(sender.address.lastIndexOf('@') + 1);
      const messageId = `<${id}@${domain}>`;
      const timeoutSignal = AbortSignal.timeout(timeoutMs);
      try {
        const { response } = await transport.sendMail({
          messageId,
          from: sender,
          // Passed as objects, because nodemailer parses a string: "a, b" would be two addresses.
          to: [to].flat().map((address) => ({ name: '', address })),
          ...(replyTo && { replyTo }),
          subject,
          ...(typeof content === 'string'
            ? { text: content }
            : {
                text: renderMailText(content),
                html: renderMailHtml(content, environment),
                headers: { 'Auto-Submitted': 'auto-generated' },
              }),
          ...(calendar && { icalEvent: { ...calendar, filename: 'discovery-call.ics' } }),
          signal: timeoutSignal,
        });
        return { answer: String(response ?? '').slice(0, maxResponseChars) };
      } catch (error) {
        const isUnconfirmed = requested.has(messageId) && !isRejection(error);
        if (isSentOnce && isUnconfirmed) throw new UnconfirmedError({ cause: error });
        if (!timeoutSignal.aborted) throw toPlainSmtpError(explainSmtpError(error, environment));
        throw new Error(`The mail server was not done after ${timeoutMs} ms`, { cause: error });
      } finally {
        requested.delete(messageId);
      }
    },

    close,
  };
}
