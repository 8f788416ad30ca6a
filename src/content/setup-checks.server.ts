import type { Environment } from '../foundation/environment/environment.server';
import { isLocalHost } from '../lib/local-network.server';
import { findPasswordWeakness } from '../lib/password-strength';
import type { SetupCheck } from './setup';

/** A result of an examination of `npm run doctor`. */
interface Finding {
  level: 'ok' | 'note' | 'unsafe' | 'wrong';
}

/** The examinations that need a connection or the disk. */
export interface Examinations {
  storage: (environment: Environment) => Promise<Finding[]>;
  mail: (environment: Environment) => Promise<Finding[]>;
  payments: (environment: Environment) => Promise<Finding[]>;
}

const isPassed = (findings: readonly Finding[]): boolean =>
  findings.every(({ level }) => level === 'ok' || level === 'note');

const ok = (text: string): SetupCheck => ({ isOk: true, text });
const open = (text: string): SetupCheck => ({ isOk: false, text });

/** @param host the host that the owner's browser has opened */
function checkAddress({ SITE_URL }: Environment, host: string): SetupCheck {
  const { protocol, hostname, host: siteHost } = new URL(SITE_URL);
  if (isLocalHost(hostname)) {
    return open('The site has no public address yet. The person who runs your server sets it.');
  }
  if (protocol !== 'https:') {
    return open(`${hostname} is not encrypted. The person who runs your server can turn on https.`);
  }
  return host === siteHost
    ? ok(`The site responds at ${hostname}`)
    : open(`The site’s address is ${hostname}, but you have opened it at ${host}`);
}

async function checkMail(
  environment: Environment,
  { mail }: Examinations,
  isTested: boolean,
): Promise<SetupCheck> {
  const { SMTP_URL, NOTIFY_EMAIL } = environment;
  if (!SMTP_URL) return open('Mail: no mail server is set, so nobody gets an email');
  if (!NOTIFY_EMAIL) return open('Mail: nobody is told about new leads');
  if (!isPassed(await mail(environment))) {
    return open('Mail: the mail server does not accept our email. Check it under Settings, Mail.');
  }
  return isTested
    ? ok(`Mail: new leads reach ${NOTIFY_EMAIL.join(', ')}`)
    : open('Mail: no test email has been sent yet');
}

async function checkPayments(
  environment: Environment,
  { payments }: Examinations,
): Promise<SetupCheck> {
  if (!environment.owner.takePayments) return ok('Payments are off, and no page offers them');
  if (!environment.STRIPE_SECRET_KEY) {
    return ok('Payments are off: the checkout offers a call');
  }
  return isPassed(await payments(environment))
    ? ok('Customers can pay by card')
    : open('Payments: Stripe would take no money with these keys. Test them under Settings.');
}

const checkCalls = (needsCallLink: boolean): SetupCheck =>
  needsCallLink
    ? open(
        'Calls: visitors are promised a link, but there is none. Enter it under Settings, Calls, or describe the call differently under Availability.',
      )
    : ok('Visitors know how a call takes place');

async function checkStorage(
  environment: Environment,
  { storage }: Examinations,
): Promise<SetupCheck> {
  return isPassed(await storage(environment))
    ? ok('Leads are saved')
    : open(
        'The storage needs attention. The person who runs your server sees why with “npm run doctor”.',
      );
}

/** A password that the owner has chosen was checked when it was set. */
function checkPassword({ ADMIN_PASSWORD, SITE_NAME, SITE_URL }: Environment): SetupCheck {
  const names = [SITE_NAME, new URL(SITE_URL).hostname];
  return ADMIN_PASSWORD !== undefined && findPasswordWeakness(ADMIN_PASSWORD, names)
    ? open('The admin password is easy to guess')
    : ok('The admin password is hard to guess');
}

interface Facts {
  /** The host that the owner's browser has opened. */
  host: string;
  isMailTested: boolean;
  /** Whether calls lack the link that visitors are promised. */
  needsCallLink: boolean;
  demoItems: number;
}

/** Runs the checks of `npm run doctor`, with messages for the owner. */
export async function runSetupChecks(
  environment: Environment,
  examinations: Examinations,
  { host, isMailTested, needsCallLink, demoItems }: Facts,
): Promise<SetupCheck[]> {
  return Promise.all([
    checkAddress(environment, host),
    checkStorage(environment, examinations),
    checkMail(environment, examinations, isMailTested),
    checkCalls(needsCallLink),
    checkPayments(environment, examinations),
    checkPassword(environment),
    demoItems === 0
      ? ok('No demo content is on the site')
      : open('Demo content is still on the site'),
  ]);
}
