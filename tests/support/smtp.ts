import { EventEmitter } from 'node:events';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { listenOnFreePort } from './free-port';
import { waitLimitMs } from './time-limits';

/** A received mail. `to` lists the envelope's recipients, which include `Bcc`. */
export interface ReceivedMail {
  from: string;
  to: string;
  replyTo: string | undefined;
  subject: string;
  text: string;
  html: string | undefined;
  messageId: string | undefined;
  /** The attached calendar file. */
  calendar: string | undefined;
}

const rejections = { 451: 'Try again later', 550: 'No such mailbox here' };

interface Options {
  /** Offers STARTTLS with the self-signed certificate of `smtp-server`. */
  startTls?: boolean;
  /** Offers authentication and accepts every password, also without TLS. */
  auth?: boolean;
}

/**
 * Starts a real mail server on a random port of the loopback interface, which stores the received
 * mails. It does not keep the process alive.
 */
export async function startSmtp({ startTls = false, auth = false }: Options = {}) {
  const passwords: string[] = [];
  const mails: ReceivedMail[] = [];
  const arrivals = new EventEmitter().setMaxListeners(0);
  let rejection = { times: 0, code: 451 as keyof typeof rejections };
  let total = 0;
  let shouldHangUp = false;
  let ignored = { times: 0, how: 'close' as 'close' | 'hang' };
  let afterLostResponse: 'close' | 'hang' | undefined;

  /** Looks at the mails now and after each arrival, until `look` returns something. */
  const waitFor = <Result>(
    look: () => Result | undefined,
    describeFailure: () => string,
    timeout = waitLimitMs,
  ): Promise<Result> =>
    new Promise((resolve, reject) => {
      const check = () => {
        const result = look();
        if (result === undefined) return;
        clearTimeout(timer);
        arrivals.off('mail', check);
        resolve(result);
      };
      const timer = setTimeout(() => {
        arrivals.off('mail', check);
        reject(new Error(`${describeFailure()} within ${timeout} ms.`));
      }, timeout);
      arrivals.on('mail', check);
      check();
    });

  function close(id: string): void {
    for (const connection of server.connections) if (connection.id === id) connection.close();
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: [...(startTls ? [] : ['STARTTLS']), ...(auth ? [] : ['AUTH'])],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 500,
    onConnect({ id }, callback) {
      total += 1;
      if (ignored.times === 0) return callback();
      ignored.times -= 1;
      if (ignored.how === 'close') close(id);
    },
    onAuth({ username, password }, session, callback) {
      if (!session.secure && password) passwords.push(password);
      callback(null, { user: username ?? '' });
    },
    onMailFrom(_address, session, callback) {
      if (!shouldHangUp) return callback();
      shouldHangUp = false;
      close(session.id);
    },
    onData(stream, session, callback) {
      simpleParser(stream)
        .then((mail) => {
          if (rejection.times > 0) {
            rejection.times -= 1;
            const error = Object.assign(new Error(rejections[rejection.code]), {
              responseCode: rejection.code,
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
          if (afterLostResponse === undefined) callback();
          else if (afterLostResponse === 'close') close(session.id);
          afterLostResponse = undefined;
          arrivals.emit('mail');
        })
        .catch(callback);
    },
  });
  // Some tests kill the sender in the middle of a mail.
  server.on('error', () => {});
  const port = await listenOnFreePort(server.server);
  server.server.unref();

  return {
    url: `smtp://127.0.0.1:${port}`,
    count: () => mails.length,
    /** Passwords that arrived over a connection without TLS. */
    plaintextPasswords: () => [...passwords],
    /** The number of connections since the start, and of currently open ones. */
    connections: () => ({ total, open: server.connections.size }),
    /** Waits for at least `count` mails. @returns all mails so far */
    received: (count: number, timeout?: number) =>
      waitFor(
        () => (mails.length < count ? undefined : [...mails]),
        () => `${mails.length} of ${count} mails arrived`,
        timeout,
      ),
    /** Waits for the first mail that matches, whatever else arrives. @returns it */
    find: (matches: (mail: ReceivedMail) => boolean) =>
      waitFor(
        () => mails.find(matches),
        () => `None of the mails (${mails.map(({ subject }) => subject).join(', ')}) matched`,
      ),
    /** Closes the connection at the beginning of the next mail. */
    hangUp() {
      shouldHangUp = true;
    },
    /** Ends all connections. Closes the next ones without a word, or never says one. */
    ignore(times: number, how: 'close' | 'hang') {
      ignored = { times, how };
      for (const connection of server.connections) connection.close();
    },
    /** Takes the next mail without a response: closes the connection instead, or leaves it open. */
    loseResponse(then: 'close' | 'hang') {
      afterLostResponse = then;
    },
    /** Rejects the next mails: 451 is a temporary error, 550 a permanent one. */
    fail(times: number, code: 451 | 550 = 451) {
      rejection = { times, code };
    },
    /** Clears all mails and pending rejections. */
    reset() {
      mails.length = 0;
      rejection.times = 0;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type SmtpTestServer = Awaited<ReturnType<typeof startSmtp>>;
