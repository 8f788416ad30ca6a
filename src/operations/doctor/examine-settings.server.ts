import type { Environment } from '../../foundation/environment/environment.server';
import { isLocalHost } from '../../lib/local-network.server';
import { findPasswordWeakness } from '../../lib/password-strength';
import { type Finding, report, reportIf } from './finding';

function examineAddress({ SITE_URL, TRUST_PROXY }: Environment): Finding[] {
  const { protocol, hostname } = new URL(SITE_URL);
  if (isLocalHost(hostname)) {
    return [report.unsafe(`SITE_URL is ${SITE_URL}: links in emails and shared pages don’t work.`)];
  }
  if (protocol !== 'https:') {
    return [report.unsafe('SITE_URL is not https: passwords and inquiries can be intercepted.')];
  }
  if (!TRUST_PROXY) {
    return [
      report.unsafe(
        'TRUST_PROXY is not set: behind the proxy that https needs, all visitors have the same address and share the rate limits.',
      ),
    ];
  }
  return [report.ok(`The site is ${SITE_URL}, behind ${TRUST_PROXY.join(', ')}`)];
}

function examinePassword({ ADMIN_PASSWORD, SITE_NAME, SITE_URL }: Environment): Finding {
  if (ADMIN_PASSWORD === undefined)
    return report.ok('The admin password is not in the environment');
  const weakness = findPasswordWeakness(ADMIN_PASSWORD, [SITE_NAME, new URL(SITE_URL).hostname]);
  return weakness
    ? report.unsafe(`ADMIN_PASSWORD ${weakness}.`)
    : report.ok('The admin password is long enough');
}

/** The oldest version of Node that the site is tested on. */
const minSupportedNode = 24;

const examineNode = (): Finding =>
  Number.parseInt(process.versions.node, 10) < minSupportedNode
    ? report.note(
        `Node ${process.versions.node} is older than the site supports. Install Node ${minSupportedNode}.`,
      )
    : report.ok(`Node ${process.versions.node} is supported`);

/** Examines the settings that need no connection to a service. */
export async function examineSettings(
  environment: Environment,
  source: Record<string, string | undefined>,
): Promise<Finding[]> {
  const { NOTIFY_EMAIL, SCHEDULING_URL } = environment;
  return [
    examineNode(),
    source.NODE_ENV === 'production'
      ? report.ok('NODE_ENV is production')
      : report.unsafe('NODE_ENV is not production: developer features are on.'),
    ...examineAddress(environment),
    examinePassword(environment),
    ...reportIf(
      !source.SUPPORT_EMAIL && !environment.owner.hasSupportEmail,
      report.note(`SUPPORT_EMAIL is not set: visitors see ${environment.SUPPORT_EMAIL}.`),
    ),
    ...reportIf(
      !NOTIFY_EMAIL,
      report.note('NOTIFY_EMAIL is not set: no emails about new leads are sent.'),
    ),
    ...reportIf(
      SCHEDULING_URL?.startsWith('http:'),
      report.unsafe('SCHEDULING_URL is not https: browsers refuse to show it on an https page.'),
    ),
  ];
}
