import type { Environment } from '../../foundation/environment/environment.server';
import { isLocalHost } from '../../lib/network/local-network.server';
import { findPasswordWeakness } from '../../lib/password-strength';
import { type Finding, report } from './finding';

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
