import type { Transporter } from 'nodemailer';
import type SMTPPool from 'nodemailer/lib/smtp-pool';
import { isLocalNetworkHost } from '../../lib/local-network.server';
import type { Environment } from '../settings/environment.server';

type MailSettings = Pick<Environment, 'SMTP_URL' | 'ALLOW_PLAINTEXT'>;

const parseHost = (smtpUrl: string) => new URL(smtpUrl).hostname;

/** Whether mail goes to another network in clear where the server offers no encryption. */
export const isPlaintextAllowed = ({ SMTP_URL, ALLOW_PLAINTEXT = [] }: MailSettings): boolean =>
  SMTP_URL?.startsWith('smtp:') === true &&
  !isLocalNetworkHost(parseHost(SMTP_URL)) &&
  ALLOW_PLAINTEXT.includes('smtp');

/** `SMTP_URL` with the demand for TLS where the server is in another network. */
function toSecureUrl({ SMTP_URL = '', ALLOW_PLAINTEXT = [] }: MailSettings): string {
  const url = new URL(SMTP_URL);
  if (isLocalNetworkHost(url.hostname) || ALLOW_PLAINTEXT.includes('smtp')) return SMTP_URL;
  // In the address and not beside it: nodemailer lets the address override all other options.
  url.searchParams.set('requireTLS', 'true');
  return url.href;
}

/**
 * Opens nodemailer's transport for `SMTP_URL`. Outside of this machine and its network it sends nothing,
 * not even the password, before the connection is encrypted, unless `ALLOW_PLAINTEXT` has `smtp`.
 * @param options what the URL does not say
 */
export async function createSmtpTransport(
  settings: MailSettings,
  options: Omit<SMTPPool.Options, 'url' | 'pool'>,
): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({ ...options, url: toSecureUrl(settings), pool: true });
}

const isUpgradeRefused = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'ETLS' || error.code === 'ECONNECTION') &&
  /upgrading connection with STARTTLS|does not support required STARTTLS/.test(error.message);

/** Says in a sentence why a mail could not be sent where nodemailer's own words name no way out. */
export function explainSmtpError(error: unknown, { SMTP_URL = '' }: MailSettings): unknown {
  if (!isUpgradeRefused(error)) return error;
  return new Error(
    `The mail server ${parseHost(SMTP_URL)} offers no encryption (STARTTLS), so nothing was sent. ALLOW_PLAINTEXT=smtp allows it.`,
    { cause: error },
  );
}
