import type { Database, DatabaseTransaction } from '../../db/database.server';
import type { MigrationState } from '../../db/migration-state.server';
import { readSiteState, writeSiteState } from '../../db/site-state.server';
import '../../foundation/auth/admin-account.server';
import '../../foundation/auth/known-device.server';
import '../../foundation/auth/session-store.server';
import { invalidateUsedCodes } from '../../foundation/auth/second-factor.server';
import { recordSecurityEvent } from '../../foundation/auth/security-event-store.server';
import { encryptionKeyRow } from '../../foundation/environment/encryption.server';

/** The accounts' passwords, second factors and recovery codes. */
export type SiteAccess = Awaited<ReturnType<typeof readAccess>>;

/** Files of the data folder that contain credentials. */
export const accessFiles = ['admin-password', 'secret-key'];

/** Reads the site's credentials, before its database is replaced. */
export async function readAccess(db: Database, { tables }: MigrationState) {
  // The database may be of a release that did not have the table yet.
  const read = async <Row>(table: string, query: { execute: () => Promise<Row[]> }) =>
    tables.includes(table) ? query.execute() : [];
  return {
    accounts: await read('users', db.selectFrom('users').select(['id', 'username', 'password'])),
    secondFactors: await read('second_factors', db.selectFrom('secondFactors').selectAll()),
    recoveryCodes: await read('recovery_codes', db.selectFrom('recoveryCodes').selectAll()),
    /** The key that encrypts the second factors, if it is stored in the database. */
    encryptionKey: tables.includes('site_state')
      ? await readSiteState(db, encryptionKeyRow)
      : undefined,
  };
}

/**
 * Ends all sessions of a restored database. If the replaced database had the same accounts, their
 * credentials stay as they were there. Otherwise it is unknown which codes have been used since the
 * backup, so all earlier codes are invalidated.
 * @returns whether the credentials of the replaced database were kept
 */
export async function resetAccess(
  transaction: DatabaseTransaction,
  replaced: SiteAccess | undefined,
): Promise<boolean> {
  await transaction.deleteFrom('sessions').execute();
  await transaction.deleteFrom('knownDevices').execute();
  const detail = 'a backup was restored';
  await recordSecurityEvent(transaction, { kind: 'sessions-ended', detail });

  const restored = await transaction.selectFrom('users').select(['id', 'username']).execute();
  const ids = new Set(restored.map(({ id }) => id));
  const isKept = ({ id, username }: (typeof restored)[number]) =>
    replaced?.accounts.some((account) => account.id === id && account.username === username);
  if (!replaced || restored.length === 0 || !restored.every(isKept)) {
    await invalidateUsedCodes(transaction);
    return false;
  }
  for (const { id, password } of replaced.accounts) {
    await transaction.updateTable('users').set({ password }).where('id', '=', id).execute();
  }
  for (const table of ['secondFactors', 'recoveryCodes'] as const) {
    await transaction.deleteFrom(table).execute();
    const rows = replaced[table].filter(({ userId }) => ids.has(userId));
    if (rows.length > 0) await transaction.insertInto(table).values(rows).execute();
  }
  const { encryptionKey } = replaced;
  if (encryptionKey !== undefined)
    await writeSiteState(transaction, encryptionKeyRow, encryptionKey);
  return true;
}
