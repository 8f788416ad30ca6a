import { randomUUID } from 'node:crypto';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { isUniqueViolation } from '../../db/database.server';
import '../../foundation/auth/admin-account.server';
import { AppError } from '../../lib/errors';
import type { ProjectManager, ProjectManagerInput } from '../contract';

/** The role of users to whom leads are assigned. They don't sign in. */
const projectManagerRole = 'project_manager';

/** No password matches it, because it is not a hash. */
const noPassword = '';

const toProjectManager = ({
  username,
  ...user
}: Omit<ProjectManager, 'name'> & { username: string }) => ({
  ...user,
  name: username,
});

/** Lists the project managers, by name. */
export async function listProjectManagers(db: Database): Promise<ProjectManager[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'username', 'email'])
    .where('role', '=', projectManagerRole)
    .orderBy('username')
    .execute();
  return rows.map(toProjectManager);
}

/** @throws AppError invalid when it isn't the ID of a project manager */
export async function requireProjectManager(
  transaction: DatabaseTransaction,
  id: string,
): Promise<void> {
  const found = await transaction
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', projectManagerRole)
    .executeTakeFirst();
  if (found) return;
  throw new AppError('invalid', 'Unknown project manager', {
    fields: { assignedPmId: 'Choose a project manager' },
  });
}

/** Adds a project manager, or changes the one with this ID. @throws AppError not_found, conflict */
export async function saveProjectManager(
  db: Database,
  { name, email }: ProjectManagerInput,
  id?: string,
): Promise<ProjectManager> {
  try {
    const row = await (id === undefined
      ? db
          .insertInto('users')
          .values({
            id: randomUUID(),
            username: name,
            email,
            password: noPassword,
            role: projectManagerRole,
            createdAt: new Date().toISOString(),
          })
          .returning(['id', 'username', 'email'])
      : db
          .updateTable('users')
          .set({ username: name, email })
          .where('id', '=', id)
          .where('role', '=', projectManagerRole)
          .returning(['id', 'username', 'email'])
    ).executeTakeFirst();
    if (!row) throw new AppError('not_found', 'Project manager not found');
    return toProjectManager(row);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('conflict', 'There is already a user with this name.');
  }
}

/** Deletes a project manager. Their leads are then assigned to nobody. @throws AppError not_found */
export async function deleteProjectManager(db: Database, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('users')
    .where('id', '=', id)
    .where('role', '=', projectManagerRole)
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) throw new AppError('not_found', 'Project manager not found');
}
