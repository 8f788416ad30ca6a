import type { Environment } from '../settings/environment.server';
import type { MailContent } from './mail-content.server';

const listAddress = ({ owner }: Environment): MailContent['footer'] =>
  owner.postalAddress ? [[owner.postalAddress]] : [];

/** The last lines of an email to a visitor. */
export const createVisitorFooter = (environment: Environment): MailContent['footer'] => {
  const { SITE_NAME, SITE_URL, owner } = environment;
  return [
    [`Questions? Just reply to this email${owner.phone ? `, or call ${owner.phone}` : ''}.`],
    [{ label: SITE_NAME, url: SITE_URL }],
    ...listAddress(environment),
  ];
};

/**
 * The last lines of an email to the owner.
 * @param subject what is mailed, such as "new leads"
 */
export const createOwnerFooter = (
  environment: Environment,
  subject: string,
): MailContent['footer'] => [
  [
    `You get this because ${subject} are mailed to ${(environment.NOTIFY_EMAIL ?? []).join(', ')}. `,
    { label: 'Change what you get', url: `${environment.SITE_URL}/admin/settings#mail` },
  ],
  ...listAddress(environment),
];
