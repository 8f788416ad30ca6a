import type { Database } from '../../db/database.server';
import { writeSiteState } from '../../db/site-state.server';
import { hashToken } from '../../lib/secret-token.server';
import type { Environment } from './environment.server';

/** Steps before the opening of the site that the owner has done or hidden. Stored with a value. */
const setupMarks = ['setup_test_email', 'setup_report', 'setup_words', 'setup_hidden'] as const;

export type SetupMark = (typeof setupMarks)[number];

/** Stores a mark. A later one replaces it. */
export const writeSetupMark = (db: Database, mark: SetupMark, value: string): Promise<void> =>
  writeSiteState(db, mark, value);

/** Reads all marks. */
export async function readSetupMarks(db: Database): Promise<Partial<Record<SetupMark, string>>> {
  const rows = await db
    .selectFrom('siteState')
    .selectAll()
    .where('key', 'in', setupMarks)
    .execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

/**
 * Identifies the mail server, and the address to which it sends a test email: the mark of one applies
 * only to these. Hashed, because the user name of some mail services is a secret.
 */
export function identifyMailTarget({ SMTP_URL, NOTIFY_EMAIL: [to] = [] }: Environment): string {
  const server = new URL(SMTP_URL ?? 'smtp://');
  // A wrong password fails each connection, so a new one needs no other test.
  server.password = '';
  return hashToken(`${server} ${to}`);
}

/**
 * Returns whether a test email was sent with these settings. Earlier releases stored the time of the
 * last one, which still counts.
 */
export const isMailTested = (
  { setup_test_email: mark }: Awaited<ReturnType<typeof readSetupMarks>>,
  environment: Environment,
): boolean =>
  mark !== undefined && (mark === identifyMailTarget(environment) || /^\d{4}-\d\d-/.test(mark));
