import type { Environment } from '../settings/environment.server';

/** Lists the last lines of an email to a visitor: the owner's name and contact. */
export const listSignatureLines = ({
  SITE_NAME,
  SITE_URL,
  owner: { phone, postalAddress },
}: Environment): string[] => [
  SITE_NAME,
  ...(phone ? [phone] : []),
  SITE_URL,
  ...(postalAddress ? ['', postalAddress] : []),
];
