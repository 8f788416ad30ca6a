import { type Api, describeRoutes, idParams, noContent } from '../../http/api.server';
import { repeatableDescription, repeatableHeaders } from '../../http/repeatable-request.server';
import { recordId, z } from '../../lib/schema';
import { projectManager, projectManagerInput } from '../contract';
import {
  leadNote,
  leadTask,
  listedTask,
  noteInput,
  taskInput,
  taskPatch,
} from '../detail-contract';
import type { LeadRoutesContext } from '../routes-context.server';
import { findToday } from '../today/find-today.server';
import {
  deleteProjectManager,
  listProjectManagers,
  saveProjectManager,
} from './project-managers.server';
import {
  addNote,
  addTask,
  deleteNote,
  listOpenTasks,
  taskFilters,
  updateTask,
} from './records.server';

const describeRoute = describeRoutes('leads');

/** Registers the admin's routes for notes and tasks. */
export function registerRecordRoutes(api: Api, { db, environment }: LeadRoutesContext): void {
  api.post(
    '/api/leads/:id/notes',
    describeRoute('admin', {
      operationId: 'addLeadNote',
      summary: 'Add a note about a lead',
      description: repeatableDescription,
      params: idParams,
      headers: repeatableHeaders,
      body: noteInput,
      response: { 201: leadNote },
      errors: ['conflict'],
    }),
    async ({ params, headers, body, userId }, reply) => {
      const context = { leadId: params.id, userId, key: headers['idempotency-key'] };
      return reply.code(201).send(await addNote(db, context, body.text));
    },
  );
  api.delete(
    '/api/leads/:id/notes/:noteId',
    describeRoute('admin', {
      operationId: 'deleteLeadNote',
      summary: 'Delete a note',
      params: z.object({ ...idParams.shape, noteId: recordId }),
      response: { 204: noContent },
    }),
    async ({ params }, reply) => {
      await deleteNote(db, params.id, params.noteId);
      return reply.code(204).send();
    },
  );
  api.post(
    '/api/leads/:id/tasks',
    describeRoute('admin', {
      operationId: 'addLeadTask',
      summary: 'Add a task about a lead',
      description: repeatableDescription,
      params: idParams,
      headers: repeatableHeaders,
      body: taskInput,
      response: { 201: leadTask },
      errors: ['conflict'],
    }),
    async ({ params, headers, body, userId }, reply) => {
      const context = { leadId: params.id, userId, key: headers['idempotency-key'] };
      return reply.code(201).send(await addTask(db, context, body));
    },
  );
  api.patch(
    '/api/tasks/:id',
    describeRoute('admin', {
      operationId: 'updateTask',
      summary: 'Change the fields of a task that are sent; `doneAt` completes it',
      params: idParams,
      body: taskPatch,
      response: { 200: leadTask },
    }),
    ({ params, body }) => updateTask(db, params.id, body),
  );
  api.get(
    '/api/tasks',
    describeRoute('admin', {
      operationId: 'listTasks',
      summary: 'Open tasks, the first due first; at most 500',
      description:
        '`today`: due today in the owner’s time zone, `overdue`: the due time has passed, `open`: all.',
      querystring: z.object({ due: z._default(z.enum(taskFilters), 'open') }),
      response: { 200: z.array(listedTask) },
    }),
    async ({ query }) => listOpenTasks(db, query.due, await findToday(environment.owner.timeZone)),
  );
}

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
    async ({ body }, reply) => reply.code(201).send(await saveProjectManager(db, body)),
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
    async ({ params }, reply) => {
      await deleteProjectManager(db, params.id);
      return reply.code(204).send();
    },
  );
}
