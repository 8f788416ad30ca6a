import type { Database, DatabaseTransaction, Tables } from '../../db/database.server';
import type { MigrationState } from '../../db/migration-state.server';
import { readSiteState, writeSiteState } from '../../db/site-state.server';
import '../../foundation/auth/admin-account.server';
import '../../foundation/auth/known-device.server';
import '../../foundation/auth/session-store.server';
import { invalidateUsedCodes } from '../../foundation/auth/second-factor.server';
import { recordSecurityEvent } from '../../foundation/auth/security-event-store.server';
import { encryptionKeyRow } from '../../foundation/environment/encryption.server';

/** The accounts' passwords, second factors and recovery codes. */
export interface SiteAccess {
  accounts: Pick<Tables['users'], 'id' | 'username' | 'password'>[];
  secondFactors: Tables['secondFactors'][];
  recoveryCodes: Tables['recoveryCodes'][];
  /** The key that encrypts the second factors, if it is stored in the database. */
  encryptionKey: string | undefined;
}

/** Files of the data folder that contain credentials. */
export const accessFiles = ['admin-password', 'secret-key'];

/** Reads the site's credentials, before its database is replaced. */
export async function readAccess(db: Database, { tables }: MigrationState): Promise<SiteAccess> {
  const hasTable = (table: string) => tables.includes(table);
  return {
    accounts: hasTable('users')
      ? await db.selectFrom('users').select(['id', 'username', 'password']).execute()
      : [],
    secondFactors: hasTable('second_factors')
      ? await db.selectFrom('secondFactors').selectAll().execute()
      : [],
    recoveryCodes: hasTable('recovery_codes')
      ? await db.selectFrom('recoveryCodes').selectAll().execute()
      : [],
    encryptionKey: hasTable('site_state') ? await readSiteState(db, encryptionKeyRow) : undefined,
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
  replacedAccess: SiteAccess | undefined,
): Promise<boolean> {
  await transaction.deleteFrom('sessions').execute();
  await transaction.deleteFrom('knownDevices').execute();
  await recordSecurityEvent(transaction, {
    kind: 'sessions-ended',
    detail: 'a backup was restored',
  });

  const restored = await transaction.selectFrom('users').select(['id', 'username']).execute();
  const isSameAccount = (id: string, username: string) =>
    replacedAccess?.accounts.some((account) => account.id === id && account.username === username);
  const keepsAccess =
    restored.length > 0 && restored.every(({ id, username }) => isSameAccount(id, username));
  if (!replacedAccess || !keepsAccess) {
    await invalidateUsedCodes(transaction);
    return false;
  }
  const ids = new Set(restored.map(({ id }) => id));
  for (const { id, password } of replacedAccess.accounts) {
    await transaction.updateTable('users').set({ password }).where('id', '=', id).execute();
  }
  await transaction.deleteFrom('recoveryCodes').execute();
  await transaction.deleteFrom('secondFactors').execute();
  for (const row of replacedAccess.secondFactors.filter(({ userId }) => ids.has(userId))) {
    await transaction.insertInto('secondFactors').values(row).execute();
  }
  for (const row of replacedAccess.recoveryCodes.filter(({ userId }) => ids.has(userId))) {
    await transaction.insertInto('recoveryCodes').values(row).execute();
  }
  if (replacedAccess.encryptionKey !== undefined) {
    await writeSiteState(transaction, encryptionKeyRow, replacedAccess.encryptionKey);
  }
  return true;
}
