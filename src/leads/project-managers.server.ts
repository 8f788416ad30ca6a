import { randomUUID } from 'node:crypto';
import { type Database, type DatabaseTransaction, isUniqueViolation } from '../db/database.server';
import '../foundation/auth/admin-account.server';
import { type Api, describeRoutes, idParams, noContent } from '../http/api.server';
import { AppError } from '../lib/errors';
import { z } from '../lib/schema';
import {
  type ProjectManager,
  type ProjectManagerInput,
  projectManager,
  projectManagerInput,
} from './contract';
import type { LeadRoutesContext } from './hooks.server';

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
  const fields = { assignedPmId: 'Choose a project manager' };
  throw new AppError('invalid', 'Unknown project manager', { fields });
}

/** Adds a project manager, or changes the one with this ID. @throws AppError not_found, conflict */
async function saveProjectManager(
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
async function deleteProjectManager(db: Database, id: string): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('users')
    .where('id', '=', id)
    .where('role', '=', projectManagerRole)
    .executeTakeFirst();
  if (Number(numDeletedRows) === 0) throw new AppError('not_found', 'Project manager not found');
}

const describeRoute = describeRoutes('leads');

/** Registers the admin's routes for the users to whom leads are assigned. */
export function registerProjectManagerRoutes(api: Api, { db }: LeadRoutesContext): void {
  api.get(
    '/api/project-managers',
    describeRoute('admin', {
      operationId: 'listProjectManagers',
      summary: 'The project managers, by name',
      response: { 200: z.array(projectManager) },
    }),
    () => listProjectManagers(db),
  );
  api.post(
    '/api/project-managers',
    describeRoute('admin', {
      operationId: 'addProjectManager',
      summary: 'Add a project manager',
      body: projectManagerInput,
      response: { 201: projectManager },
      errors: ['conflict'],
    }),
    ({ body }) => saveProjectManager(db, body),
  );
  api.put(
    '/api/project-managers/:id',
    describeRoute('admin', {
      operationId: 'updateProjectManager',
      summary: 'Change a project manager',
      params: idParams,
      body: projectManagerInput,
      response: { 200: projectManager },
      errors: ['conflict'],
    }),
    ({ params, body }) => saveProjectManager(db, body, params.id),
  );
  api.delete(
    '/api/project-managers/:id',
    describeRoute('admin', {
      operationId: 'deleteProjectManager',
      summary: 'Delete a project manager; their leads are then assigned to nobody',
      params: idParams,
      response: { 204: noContent },
    }),
    ({ params }) => deleteProjectManager(db, params.id),
  );
}
