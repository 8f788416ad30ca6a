import { EventEmitter } from 'node:events';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived. `to` are the receivers that the sender named to the server, `Bcc` included. */
export interface ReceivedMail {
  from: string;
  to: string;
  replyTo: string | undefined;
  subject: string;
  text: string;
  html: string | undefined;
  messageId: string | undefined;
  /** The calendar file that came with it. */
  calendar: string | undefined;
}

/** A real mail server on the loopback that keeps what it gets. */
export interface SmtpTestServer {
  url: string;
  /**
   * All mails so far, as soon as there are at least `count`.
   * @throws when they don't come in time
   */
  received: (count: number, timeout?: number) => Promise<ReceivedMail[]>;
  count: () => number;
  /** Passwords that were sent over a connection without TLS. */
  plaintextPasswords: () => string[];
  /** Connections that there have been, and those that there are. */
  connections: () => { ever: number; now: number };
  /** Breaks the connection over which the next mail begins. */
  hangUp: () => void;
  /** Refuses the next mails: 4xx asks the sender to try again, 5xx not to. */
  fail: (times: number, code?: 451 | 550) => void;
  /** Forgets all mails and refusals. */
  reset: () => void;
  close: () => Promise<void>;
}

const refusals = { 451: 'Try again later', 550: 'No such mailbox here' };

interface Options {
  /** Offers STARTTLS, with the self-signed certificate of `smtp-server`. */
  startTls?: boolean;
  /** Offers sign-in and takes every password, also over a connection without TLS. */
  auth?: boolean;
}

/** Starts the server on a random port. It does not keep the process alive. */
export async function startSmtp({
  startTls = false,
  auth = false,
}: Options = {}): Promise<SmtpTestServer> {
  const passwords: string[] = [];
  const mails: ReceivedMail[] = [];
  const arrivals = new EventEmitter().setMaxListeners(0);
  let refused = { times: 0, code: 451 as keyof typeof refusals };
  let ever = 0;
  let hangsUp = false;

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: [...(startTls ? [] : ['STARTTLS']), ...(auth ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 500,
    onConnect(_session, callback) {
      ever += 1;
      callback();
    },
    onAuth({ username, password }, session, callback) {
      if (!session.secure && password) passwords.push(password);
      callback(null, { user: username ?? '' });
    },
    onMailFrom(_address, session, callback) {
      if (!hangsUp) return callback();
      hangsUp = false;
      for (const connection of server.connections) {
        if (connection.id === session.id) connection.close();
      }
    },
    onData(stream, session, callback) {
      simpleParser(stream)
        .then((mail) => {
          if (refused.times > 0) {
            refused.times -= 1;
            const error = Object.assign(new Error(refusals[refused.code]), {
              responseCode: refused.code,
            });
            callback(error);
            return;
          }
          mails.push({
            from: mail.from?.value[0]?.address ?? '',
            to: session.envelope.rcptTo.map(({ address }) => address).join(', '),
            replyTo: mail.replyTo?.value[0]?.address,
            subject: mail.subject ?? '',
            text: mail.text ?? '',
            html: mail.html || undefined,
            messageId: mail.messageId,
            calendar: mail.attachments
              .find(({ contentType }) => contentType === 'text/calendar')
              ?.content.toString(),
          });
          callback();
          arrivals.emit('mail');
        })
        .catch(callback);
    },
  });
  // A sender that is killed in the middle of a mail is part of what is tested.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  server.server.unref();
  const address = server.server.address();
  if (!address || typeof address === 'string') throw new Error('The mail server has no port.');

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    count: () => mails.length,
    plaintextPasswords: () => [...passwords],
    connections: () => ({ ever, now: server.connections.size }),
    received: (count, timeout = 10_000) =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (mails.length < count) return;
          clearTimeout(timer);
          arrivals.off('mail', look);
          resolve([...mails]);
        };
        const timer = setTimeout(() => {
          arrivals.off('mail', look);
          reject(new Error(`${mails.length} of ${count} mails came within ${timeout} ms.`));
        }, timeout);
        arrivals.on('mail', look);
        look();
      }),
    hangUp: () => {
      hangsUp = true;
    },
    fail: (times, code = 451) => {
      refused = { times, code };
    },
    reset: () => {
      mails.length = 0;
      refused.times = 0;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
