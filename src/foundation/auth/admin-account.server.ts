import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '../../db/database.server';
import { runInTransaction } from '../../db/transactions.server';
import { readOrWriteOnce } from '../../lib/write-once-file.server';
import type { Environment } from '../environment/environment.server';
import { hashPassword, verifyPassword } from './password.server';
import { recordSecurityEvent } from './security-event-store.server';

export interface UserRow {
  id: string;
  username: string;
  password: string;
  role: string;
  email: string | null;
  createdAt: string;
}

declare module '../../db/database.server' {
  interface Tables {
    users: UserRow;
  }
}

/** Username of the only account. */
export const adminUsername = 'admin';

/** Finds the only account; undefined before the first start has created it. */
export const findAdminUser = (db: Database) =>
  db.selectFrom('users').selectAll().where('username', '=', adminUsername).executeTakeFirst();

async function createAccount(db: Database, password: string): Promise<boolean> {
  const result = await db
    .insertInto('users')
    .values({
      id: randomUUID(),
      username: adminUsername,
      password: await hashPassword(password),
      role: 'admin',
      email: null,
      createdAt: new Date().toISOString(),
    })
    .onConflict((conflict) => conflict.column('username').doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows) === 1;
}

/** Sets the configured password. A change ends all sessions. */
async function applyPassword(db: Database, user: UserRow, password: string): Promise<void> {
  if (await verifyPassword(password, user.password)) return;
  const hash = await hashPassword(password);
  await runInTransaction(db, async (transaction) => {
    await transaction
      .updateTable('users')
      .set({ password: hash })
      .where('id', '=', user.id)
      .execute();
    await transaction.deleteFrom('sessions').where('userId', '=', user.id).execute();
    await transaction.deleteFrom('knownDevices').where('userId', '=', user.id).execute();
    await recordSecurityEvent(transaction, { kind: 'password-changed' });
  });
}

/**
 * Sets the admin's password from the settings. Uses `ADMIN_PASSWORD` if it is set; changing it ends
 * all sessions. Otherwise uses the existing password, or generates one and stores it in the data
 * folder.
 * @returns `generatedPassword` only if this start created the account with it. `passwordReady`
 *   resolves when the stored password matches the settings: the comparison takes a quarter of a
 *   second, and only sign-ins and signed-in requests wait for it
 */
export async function ensureAdminAccount(
  db: Database,
  { ADMIN_PASSWORD, DATA_DIR }: Pick<Environment, 'ADMIN_PASSWORD' | 'DATA_DIR'>,
) {
  const passwordFile = join(DATA_DIR, 'admin-password');
  const user = await findAdminUser(db);

  const passwordReady = Promise.resolve();
  if (ADMIN_PASSWORD !== undefined) {
    // A generated password that no longer works would be misleading.
    const removeGenerated = () => rmSync(passwordFile, { force: true });
    if (user)
      return { passwordReady: applyPassword(db, user, ADMIN_PASSWORD).then(removeGenerated) };
    await createAccount(db, ADMIN_PASSWORD);
    removeGenerated();
    return { passwordReady };
  }
  if (user) return { passwordReady };

  // Write the file first: if the hash were stored and the text lost, the owner would be locked out.
  const generated = randomBytes(15).toString('base64url');
  const password = readOrWriteOnce(passwordFile, generated);
  const isCreated = await createAccount(db, password);
  if (!isCreated) {
    // Another start was first: with this password, if both use the same folder.
    const created = await findAdminUser(db);
    const isValid = created && (await verifyPassword(password, created.password));
    if (!isValid) rmSync(passwordFile, { force: true });
  }
  // Return it even if the file already existed: the start that wrote the file may have lost the
  // database before it reported the password.
  return { generatedPassword: isCreated ? password : undefined, passwordReady };
}
