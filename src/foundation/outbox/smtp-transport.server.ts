import type { Transporter } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import { getErrorCode } from '../../lib/errors';
import { isLocalNetworkHost } from '../../lib/network/local-network.server';
import { networkProblems } from '../../lib/network/network-problems.server';
import { connectPublicly } from '../../lib/network/safe-fetch.server';
import type { Environment } from '../environment/environment.server';

type MailSettings = Pick<
  Environment,
  'SMTP_URL' | 'ALLOW_PLAINTEXT' | 'PRIVATE_ADDRESSES' | 'configured'
>;

const parseHost = (smtpUrl: string) => new URL(smtpUrl).hostname;

/** Returns whether email may leave the network unencrypted. */
export const isPlaintextAllowed = ({ SMTP_URL, ALLOW_PLAINTEXT = [] }: MailSettings): boolean =>
  SMTP_URL?.startsWith('smtp:') === true &&
  !isLocalNetworkHost(parseHost(SMTP_URL)) &&
  ALLOW_PLAINTEXT.includes('smtp');

/** Returns `SMTP_URL`, requiring TLS if the server is in another network. */
function toSecureUrl({ SMTP_URL = '', ALLOW_PLAINTEXT = [] }: MailSettings): string {
  const url = new URL(SMTP_URL);
  if (isLocalNetworkHost(url.hostname) || ALLOW_PLAINTEXT.includes('smtp')) return SMTP_URL;
  // Set in the URL, because nodemailer gives the URL precedence over all other options.
  url.searchParams.set('requireTLS', 'true');
  return url.href;
}

/**
 * Creates nodemailer's transport for `SMTP_URL`. For another network it sends nothing before the
 * connection is encrypted, not even the password, unless `ALLOW_PLAINTEXT` contains `smtp`.
 * @param options options that the URL does not contain
 */
export async function createSmtpTransport(
  settings: MailSettings,
  options: Omit<SMTPPool.Options, 'url' | 'pool'>,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const url = toSecureUrl(settings);
  const connectToPublicHost: SMTPPool.Options['getSocket'] = (_options, callback) => {
    const { hostname: host, port } = new URL(url);
    connectPublicly(settings, {
      host,
      port: Number(port),
      timeoutMs: options.connectionTimeout ?? 10_000,
    }).then(
      (connection) => callback(null, { connection }),
      (error) => callback(error),
    );
  };
  return createTransport({
    ...options,
    url,
    pool: true,
    // Only the operator may use a server in the private network: a stolen session must not reach
    // into it.
    ...(!settings.configured.has('SMTP_URL') && { getSocket: connectToPublicHost }),
  });
}

const isUpgradeRefused = (error: unknown): boolean =>
  error instanceof Error &&
  ['ETLS', 'ECONNECTION'].includes(getErrorCode(error)) &&
  /upgrading connection with STARTTLS|does not support required STARTTLS/.test(error.message);

/** Returns whether the mail server has answered that it does not take an email. */
export const isRejection = (error: unknown): boolean =>
  error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 400;

/**
 * Notes which emails the mail server has asked for: only then nodemailer reads them. Before, it
 * certainly did not take them.
 * @returns their Message-IDs, until they are removed
 */
export function trackRequestedMails(transport: Transporter): Set<unknown> {
  const requested = new Set<unknown>();
  transport.use('stream', ({ data, message }, done) => {
    const createReadStream = message.createReadStream.bind(message);
    message.createReadStream = (options) =>
      createReadStream(options).once('resume', () => requested.add(data.messageId));
    done();
  });
  return requested;
}

/** Explains a failure for which nodemailer's message suggests no fix. */
export function explainSmtpError(error: unknown, { SMTP_URL = '' }: MailSettings): unknown {
  if (!isUpgradeRefused(error)) return error;
  return new Error(
    `The mail server ${parseHost(SMTP_URL)} offers no encryption (STARTTLS), so nothing was sent. ALLOW_PLAINTEXT=smtp allows it.`,
    { cause: error },
  );
}

const notFound = {
  problem: `The mail server ${networkProblems.ENOTFOUND}.`,
  fix: 'Check its name under “Server”.',
};
const unreachable = {
  problem: `The mail server ${networkProblems.ECONNREFUSED}.`,
  fix: 'Check its name and port.',
};

/** The problem and its fix in plain words, by nodemailer's error code. */
export const smtpFailures: Partial<Record<string, { problem: string; fix: string }>> = {
  EAUTH: {
    problem: 'The mail server did not accept the password.',
    fix: 'Type the mail password again under “Password”, save, then send another test.',
  },
  EDNS: notFound,
  ENOTFOUND: notFound,
  ECONNECTION: unreachable,
  ECONNREFUSED: unreachable,
  ESOCKET: unreachable,
  ETIMEDOUT: {
    problem: `The mail server ${networkProblems.ETIMEDOUT}.`,
    fix: 'Check its name and port.',
  },
  ETLS: {
    problem: 'The mail server offers no encryption.',
    fix: 'Try port 465, or ask your mail provider.',
  },
  EENVELOPE: {
    problem: 'The mail server did not accept the sender or the recipient.',
    fix: 'Check both addresses.',
  },
};

/**
 * Returns a failure in plain words, with its code. The mail server's own words, and those about its
 * certificate, stay: they say more.
 */
export function toPlainSmtpError(error: unknown): unknown {
  const code = getErrorCode(error);
  const failure = smtpFailures[code];
  const isExplained =
    error instanceof Error && ('responseCode' in error || error.message.includes('certificate'));
  if (!failure || isExplained) return error;
  return Object.assign(new Error(failure.problem, { cause: error }), { code });
}
