import type { Environment } from '../../foundation/environment/environment.server';
import { isMailTested, readSetupMarks } from '../../foundation/environment/setup-marks.server';
import { isLocalHost } from '../../lib/network/local-network.server';
import { findPasswordWeakness } from '../../lib/password-strength';
import { type CheckContext, type Finding, isPassed, report } from './check.server';
import { examineMail, examinePayments } from './examine-services.server';
import { examineDatabase, examineFolder } from './examine-storage.server';

/** Examines the site's address, and whether visitors count under their own. */
export function examineAddress({ SITE_URL, TRUST_PROXY }: Environment): Finding {
  const { protocol, hostname } = new URL(SITE_URL);
  if (isLocalHost(hostname))
    return report.unsafe(`SITE_URL is ${SITE_URL}: links in emails and shared pages don’t work.`);
  if (protocol !== 'https:')
    return report.unsafe('SITE_URL is not https: passwords and inquiries can be intercepted.');
  return TRUST_PROXY
    ? report.ok(`The site is ${SITE_URL}, behind ${TRUST_PROXY.join(', ')}`)
    : report.unsafe(
        'TRUST_PROXY is not set: behind the proxy that https needs, all visitors have the same address and share the rate limits.',
      );
}

/**
 * Returns why the password of the environment is easy to guess; undefined if it is not. One that the
 * owner has chosen was checked when it was set.
 */
export function findAdminPasswordWeakness(environment: Environment): string | undefined {
  const { ADMIN_PASSWORD, SITE_NAME, SITE_URL } = environment;
  if (ADMIN_PASSWORD === undefined) return undefined;
  return findPasswordWeakness(ADMIN_PASSWORD, [SITE_NAME, new URL(SITE_URL).hostname]);
}

/** Examines the password of the environment. */
export function examinePassword(environment: Environment): Finding {
  if (environment.ADMIN_PASSWORD === undefined)
    return report.ok('The admin password is not in the environment');
  const weakness = findAdminPasswordWeakness(environment);
  return weakness
    ? report.unsafe(`ADMIN_PASSWORD ${weakness}.`)
    : report.ok('The admin password is long enough');
}

/** The oldest version of Node that the site is tested on. */
const minSupportedNode = 24;

/** Examines the version of Node. */
export const examineNode = (): Finding =>
  Number.parseInt(process.versions.node, 10) < minSupportedNode
    ? report.note(
        `Node ${process.versions.node} is older than the site supports. Install Node ${minSupportedNode}.`,
      )
    : report.ok(`Node ${process.versions.node} is supported`);

/** The steps by which a site gets a public address, for whoever runs its server. */
const buildAddressSteps = ({ SITE_NAME, PORT }: Environment): string =>
  `The site ${SITE_NAME} needs a public address before it opens:

1. Choose the address, such as www.example.com, and point its DNS record at the server.
2. Let a proxy with a certificate pass requests on to port ${PORT}, for example:
   caddy reverse-proxy --from www.example.com --to localhost:${PORT}
   The folder "deploy" of the site has examples for Caddy, nginx, systemd and Docker.
3. Set these variables for the site, for example in its file .env, and restart it:
   SITE_URL=https://www.example.com
   TRUST_PROXY=127.0.0.1
4. Run "npm run doctor": it says whether something is left to do.`;

/** Examines whether visitors reach the site at the address that the owner has opened. */
export function examineOpenedAddress({ settings, host }: CheckContext): Finding {
  const { protocol, hostname, host: siteHost } = new URL(settings.SITE_URL);
  if (isLocalHost(hostname))
    return report.unsafe(
      'The site has no public address yet. The person who runs your server sets it.',
      buildAddressSteps(settings),
    );
  if (protocol !== 'https:')
    return report.unsafe(
      `${hostname} is not encrypted. The person who runs your server can turn on https.`,
      buildAddressSteps(settings),
    );
  return host === siteHost
    ? report.ok(`The site responds at ${hostname}`)
    : report.unsafe(`The site’s address is ${hostname}, but you have opened it at ${host}`);
}

/** Examines the data folder and the database, as the doctor does. */
export async function examineStorage(context: CheckContext): Promise<Finding> {
  const findings = await Promise.all([examineFolder(context), examineDatabase(context)]);
  return isPassed(findings.flat())
    ? report.ok('Leads are saved')
    : report.unsafe(
        'The storage needs attention. The person who runs your server sees why with “npm run doctor”.',
      );
}

/** Examines whether emails about new leads arrive. */
export async function examineNotifications({ db, settings }: CheckContext): Promise<Finding> {
  const { SMTP_URL, NOTIFY_EMAIL } = settings;
  if (!SMTP_URL) return report.unsafe('Mail: no mail server is set, so nobody gets an email');
  if (!NOTIFY_EMAIL) return report.unsafe('Mail: nobody is told about new leads');
  if (!isPassed(await examineMail(settings)))
    return report.broken(
      'Mail: the mail server does not accept our email. Check it under Settings, Mail.',
    );
  return db && isMailTested(await readSetupMarks(db), settings)
    ? report.ok(`Mail: new leads reach ${NOTIFY_EMAIL.join(', ')}`)
    : report.unsafe('Mail: no test email has been sent with these settings yet');
}

/** Examines whether the pages offer only the payments that work. */
export async function examineOfferedPayments({ settings }: CheckContext): Promise<Finding> {
  if (!settings.owner.takePayments) return report.ok('Payments are off, and no page offers them');
  if (!settings.STRIPE_SECRET_KEY) return report.ok('Payments are off: the checkout offers a call');
  return isPassed(await examinePayments(settings))
    ? report.ok('Customers can pay by card')
    : report.broken(
        'Payments: Stripe would take no money with these keys. Test them under Settings.',
      );
}
