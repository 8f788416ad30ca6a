import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { Database, DatabaseTransaction } from '../../db/database.server';
import { lockRows } from '../../db/locks.server';
import { runInTransaction } from '../../db/transactions.server';
import { enqueue } from '../../foundation/outbox/store.server';
import { AppError } from '../../lib/errors';
import { listKeys } from '../../lib/list';
import type { z } from '../../lib/schema';
import { createTimestampAfter } from '../../lib/time/create-timestamp-after.server';
import type { NextStep } from '../contract';
import type { LeadTask, listedTask, TaskPatch, taskInput } from '../detail-contract';
import { recordSubject, writeLeadHistory } from '../history.server';
import { listInquiryIds, lockLead } from '../store.server';
import type { LeadRow } from '../table.server';
import type { DayBounds } from '../today/day-bounds.server';
import { createRecord, maxListed, type RecordContext, type RecordRow } from './records.server';

declare module '../../db/database.server' {
  interface Tables {
    leadTasks: RecordRow & { title: string; dueAt: string | null; doneAt: string | null };
  }
}

const selectTasks = (db: Database) =>
  db
    .selectFrom('leadTasks as task')
    .leftJoin('users', 'users.id', 'task.userId')
    .select(['task.id', 'task.leadId', 'task.title', 'task.dueAt', 'task.doneAt'])
    .select(['task.createdAt', 'users.username as by']);

/** Lists the tasks about leads, open ones first, by their due time. */
export const listLeadTasks = (db: Database, leadIds: readonly string[]): Promise<LeadTask[]> =>
  selectTasks(db)
    .where('task.leadId', 'in', leadIds)
    .orderBy((eb) => eb.fn.coalesce('task.doneAt', eb.val('')))
    .orderBy((eb) => eb.fn.coalesce('task.dueAt', eb.val('9999')))
    .orderBy('task.id')
    .limit(maxListed)
    .execute();

async function findTask(transaction: DatabaseTransaction, id: string): Promise<LeadTask> {
  const task = await selectTasks(transaction).where('task.id', '=', id).executeTakeFirst();
  if (!task) throw new AppError('not_found', 'Task not found');
  return task;
}

/**
 * Stores in a lead which of its open tasks is due first: its next step, by which lists are sorted and
 * filtered. The leads that it was merged into follow. Tasks without a due time are no next step.
 * @param at the time of the change; by default now, and later than the lead's last one
 */
export async function updateNextStep(
  transaction: DatabaseTransaction,
  leadId: string,
  at?: string,
): Promise<void> {
  const query = transaction.selectFrom('leads').selectAll().where('id', '=', leadId);
  const lead = await lockRows(transaction, query).executeTakeFirst();
  if (!lead) return;
  const task = await transaction
    .selectFrom('leadTasks as task')
    .innerJoin('leads', 'leads.id', 'task.leadId')
    .select(['task.id', 'task.title', 'task.dueAt'])
    .where('task.leadId', 'in', await listInquiryIds(transaction, leadId))
    // Without those of an inquiry that was deleted on its own.
    .where('leads.deletedAt', lead.deletedAt === null ? 'is' : '=', lead.deletedAt)
    .where('task.doneAt', 'is', null)
    .where('task.dueAt', 'is not', null)
    .orderBy('task.dueAt')
    .orderBy('task.id')
    .executeTakeFirst();
  const step = {
    nextStepTaskId: task?.id ?? null,
    nextStepText: task?.title ?? null,
    nextStepDueAt: task?.dueAt ?? null,
  };
  if (listKeys(step).some((name) => step[name] !== lead[name])) {
    await transaction
      .updateTable('leads')
      .set({ ...step, updatedAt: at ?? createTimestampAfter(lead.updatedAt) })
      .where('id', '=', leadId)
      .execute();
    if (lead.suspect === null && lead.deletedAt === null) {
      await enqueue(transaction, 'lead-updated', { leadId, changed: ['nextStep'] });
    }
  }
  if (lead.mergedIntoId !== null) await updateNextStep(transaction, lead.mergedIntoId, at);
}

/** Stores the row of a task, and what follows from it. */
async function insertTask(
  transaction: DatabaseTransaction,
  row: RecordRow,
  input: z.output<typeof taskInput>,
): Promise<void> {
  await transaction
    .insertInto('leadTasks')
    .values({ ...row, ...input, doneAt: null })
    .execute();
  await updateNextStep(transaction, row.leadId);
}

/** Stores a task about a lead. @throws AppError not_found; conflict */
export const addTask = (
  db: Database,
  context: RecordContext,
  input: z.output<typeof taskInput>,
): Promise<LeadTask> =>
  runInTransaction(db, async (transaction) => {
    const { row, isRepeated } = await createRecord(transaction, context, ['task', input]);
    if (!isRepeated) await insertTask(transaction, row, input);
    return findTask(transaction, row.id);
  });

/** Changes a task of a locked lead. Another text or due time is recorded in the lead's history. */
async function changeTask(
  transaction: DatabaseTransaction,
  task: LeadTask,
  patch: Omit<TaskPatch, 'was'>,
  userId: string | null,
): Promise<void> {
  if (Object.keys(patch).length === 0) return;
  await transaction.updateTable('leadTasks').set(patch).where('id', '=', task.id).execute();
  const changed = { ...task, ...patch };
  const entry = { itemId: task.leadId, at: new Date().toISOString(), userId };
  if (changed.title !== task.title || changed.dueAt !== task.dueAt) {
    await writeLeadHistory(transaction, {
      ...entry,
      before: { nextStep: { text: task.title, dueAt: task.dueAt } },
      after: { nextStep: { text: changed.title, dueAt: changed.dueAt } },
    });
  } else if (changed.doneAt !== task.doneAt) {
    await writeLeadHistory(transaction, { ...entry, subject: recordSubject });
  }
  await updateNextStep(transaction, task.leadId);
}

/**
 * Changes the fields of a task that are sent.
 * @throws AppError not_found; changed when it no longer has the values of `was`
 */
export const updateTask = (
  db: Database,
  id: string,
  { was = {}, ...patch }: TaskPatch,
  userId: string | null,
): Promise<LeadTask> =>
  runInTransaction(db, async (transaction) => {
    await lockLead(transaction, (await findTask(transaction, id)).leadId);
    // Read again, as others have left it.
    const task = await findTask(transaction, id);
    const isOutdated = listKeys(was).some((field) => task[field] !== was[field]);
    // Nothing is replaced when the response of the same change was lost.
    const isStored = listKeys(patch).every((field) => task[field] === patch[field]);
    if (isOutdated && !isStored) {
      throw new AppError('changed', 'Someone else changed this next step in the meantime.');
    }
    await changeTask(transaction, task, patch, userId);
    return findTask(transaction, id);
  });

/** Adds a task about a locked lead: what is next, and when it is due. */
export async function addNextStep(
  transaction: DatabaseTransaction,
  leadId: string,
  { text, dueAt }: NextStep,
  userId: string | null,
): Promise<void> {
  const at = new Date().toISOString();
  const entry = { subject: recordSubject, itemId: leadId, at, userId };
  await writeLeadHistory(transaction, { ...entry, action: 'created' });
  const row = { id: uuidv7(), leadId, userId, createdAt: at };
  await insertTask(transaction, row, { title: text, dueAt });
}

/**
 * Changes the open task of a locked lead that is due first, or adds one. A task that is done already
 * is opened again, and the one of a merged inquiry is replaced: its text stays with that inquiry.
 * @param step null to complete the task
 */
export async function setNextStep(
  transaction: DatabaseTransaction,
  { id }: Pick<LeadRow, 'id'>,
  step: NextStep | null,
  userId: string | null,
): Promise<void> {
  const tasks = await listLeadTasks(transaction, await listInquiryIds(transaction, id));
  const first = tasks.find(({ dueAt, doneAt }) => dueAt !== null && doneAt === null);
  const same = tasks.find(({ title, dueAt }) => title === step?.text && dueAt === step.dueAt);
  const isChanged = step !== null && (first?.leadId === id || first?.title === step.text);
  if (same) return changeTask(transaction, same, { doneAt: null }, userId);
  if (first && isChanged) {
    return changeTask(transaction, first, { title: step.text, dueAt: step.dueAt }, userId);
  }
  if (first) await changeTask(transaction, first, { doneAt: new Date().toISOString() }, userId);
  if (step) await addNextStep(transaction, id, step, userId);
  else await updateNextStep(transaction, id);
}

/** Filter of the tasks: all open ones, or those due within a period. */
export const taskFilters = ['open', 'today', 'overdue'] as const;

/** Lists open tasks of all leads, the first due first, and those without a due time last. */
export async function listOpenTasks(
  db: Database,
  due: (typeof taskFilters)[number],
  { start, end }: DayBounds,
): Promise<z.output<typeof listedTask>[]> {
  const now = new Date().toISOString();
  return selectTasks(db)
    .innerJoin('leads', 'leads.id', 'task.leadId')
    .select(['leads.companyName', 'leads.contactName'])
    .where('task.doneAt', 'is', null)
    .where('leads.deletedAt', 'is', null)
    .$if(due === 'overdue', (query) => query.where('task.dueAt', '<', now))
    .$if(due === 'today', (query) =>
      query.where('task.dueAt', '>=', start).where('task.dueAt', '<', end),
    )
    .orderBy((eb) => eb.fn.coalesce('task.dueAt', eb.val('9999')))
    .orderBy('task.id')
    .limit(maxListed)
    .execute();
}

/** SQL condition on a row of `leads`: whether its next step is no task yet. */
const isWithoutTask = sql<boolean>`(
  next_step_due_at is not null and (next_step_task_id is null or exists (
    select 1 from lead_tasks as task
    where task.id = next_step_task_id and task.done_at is not null
      and (task.title, task.due_at) <> (next_step_text, next_step_due_at)
  ))
)`;

/** Updates the next step of the leads whose tasks were changed or deleted without it. */
export async function updateStaleNextSteps(
  transaction: DatabaseTransaction,
  at?: string,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select lead.id from lead_tasks as task join leads as inquiry on inquiry.id = task.lead_id
    join leads as lead on lead.id = coalesce(inquiry.merged_into_id, inquiry.id)
    where task.done_at is null and inquiry.deleted_at is null
      and (task.due_at < lead.next_step_due_at
        or task.due_at is not null and lead.next_step_due_at is null)
    union
    select id from leads
    where next_step_due_at is not null and next_step_task_id is not null and not exists (
      select 1 from lead_tasks as task where task.id = next_step_task_id and task.done_at is null
        and (task.title, task.due_at) = (next_step_text, next_step_due_at)
    )
    order by id`.execute(transaction);
  for (const { id } of rows) await updateNextStep(transaction, id, at);
}

/**
 * Makes tasks of next steps that are only in the columns of `leads`: an import stores them there, and
 * a process of the previous release also changes and completes them there. A lead's first one gets
 * the ID of the lead.
 * @param at the time of an import, which leads have kept until somebody works on them
 */
export async function adoptNextSteps(transaction: DatabaseTransaction, at?: string): Promise<void> {
  for (const statement of [
    sql`update lead_tasks set done_at = leads.updated_at from leads
      where leads.next_step_task_id = lead_tasks.id and leads.next_step_due_at is null
        and lead_tasks.done_at is null`,
    sql`update lead_tasks set title = leads.next_step_text, due_at = leads.next_step_due_at
      from leads
      where leads.next_step_task_id = lead_tasks.id and lead_tasks.done_at is null
        and (leads.next_step_text, leads.next_step_due_at) <> (title, due_at)`,
    sql`insert into lead_tasks (id, lead_id, created_at, title, due_at)
      select id, id, updated_at, next_step_text, next_step_due_at from leads
      where ${isWithoutTask}
      on conflict (id) do update
      set title = excluded.title, due_at = excluded.due_at, done_at = null`,
    sql`update leads set next_step_task_id = id where ${isWithoutTask}`,
  ]) {
    await statement.execute(transaction);
  }
  await updateStaleNextSteps(transaction, at);
}
