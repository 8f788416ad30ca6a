import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { runInTransaction } from '../../db/transactions.server';
import { AppError, createFormError } from '../../lib/errors';
import { findPasswordWeakness } from '../../lib/password-strength';
import type { SiteOptions } from '../environment/define-plugin.server';
import type { PasswordChange } from './contract';
import { readSessionToken } from './cookies.server';
import { forgetOtherDevices } from './known-device.server';
import { hashPassword } from './password.server';
import { recordSecurityEvent } from './security-event-store.server';
import { endOtherSessions } from './session-store.server';
import { proveIdentity } from './sign-in.server';

/**
 * Changes the admin's password, and ends all other sessions.
 * @param userId the signed-in user
 * @throws AppError conflict when the environment sets the password; invalid, too_many_requests
 */
export async function changePassword(
  site: SiteOptions,
  request: FastifyRequest,
  userId: string,
  { current, next, code }: PasswordChange,
): Promise<void> {
  const { db, environment } = site;
  const { ADMIN_PASSWORD, SITE_NAME, SITE_URL, DATA_DIR } = environment;
  if (ADMIN_PASSWORD !== undefined) {
    throw new AppError(
      'conflict',
      'Only the person who runs your server can change the password (ADMIN_PASSWORD).',
    );
  }
  const weakness = findPasswordWeakness(next, [SITE_NAME, new URL(SITE_URL).hostname]);
  if (weakness) throw createFormError({ next: `The new password ${weakness}.` });
  if (next === current)
    throw createFormError({ next: 'Choose a password that you don’t use yet.' });
  try {
    await proveIdentity(site, request, { password: current, code });
  } catch (error) {
    const { password, ...others } = (error instanceof AppError && error.fields) || {};
    if (password === undefined) throw error;
    throw createFormError({ ...others, current: password });
  }
  const hash = await hashPassword(next);
  await runInTransaction(db, async (transaction) => {
    await transaction
      .updateTable('users')
      .set({ password: hash })
      .where('id', '=', userId)
      .execute();
    await endOtherSessions(transaction, userId, readSessionToken(request, environment));
    await forgetOtherDevices(transaction, userId, request, environment);
    await recordSecurityEvent(transaction, { kind: 'password-changed', request });
  });
  // A generated password that no longer works would be misleading.
  rmSync(join(DATA_DIR, 'admin-password'), { force: true });
}
