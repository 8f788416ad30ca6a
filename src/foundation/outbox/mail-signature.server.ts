import type { Environment } from '../settings/environment.server';

/** Lists the last lines of an email to a visitor. The mailer adds the postal address. */
export const listSignatureLines = ({ SITE_NAME, SITE_URL, owner }: Environment): string[] => [
  SITE_NAME,
  ...(owner.phone ? [owner.phone] : []),
  SITE_URL,
];
