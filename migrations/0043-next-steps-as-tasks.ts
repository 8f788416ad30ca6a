import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

/** The previous release goes on to read and write the next step's columns of `leads`. */
export const isCompatible = true;

/** An entry of the history of leads: a merge, or a change of a next step. */
interface Entry {
  id: string;
  lead: string;
  at: string;
  before: string | null;
  after: string | null;
}

const readStep = (json: string | null): string | undefined =>
  json === null ? undefined : JSON.parse(json).nextStep?.text;

const toKey = (lead: string, text: string) => `${lead} ${text}`;

/**
 * Moves the history of next steps that merges have copied to the inquiries from which they come, so
 * that it is erased with them.
 * @returns the inquiries, by the lead with the copy and its text
 */
async function moveCopies(db: Kysely<unknown>): Promise<Map<string, string>> {
  const { rows } = await sql<Entry>`
    select id, item_id as lead, at, before, after from audit
    where subject = 'leads' and (
      before like '%"nextStep":%' or after like '%"nextStep":%' or after like '{"mergedLeadId":%'
    )
    order by at, id`.execute(db);
  const merges = new Map<string, string>();
  const owners = new Map<string, string>();
  for (const { id, lead, at, before, after } of rows) {
    const mergedId: string | undefined = JSON.parse(after ?? '{}').mergedLeadId;
    if (mergedId !== undefined) merges.set(toKey(lead, at), mergedId);
    const [from, to] = [readStep(before), readStep(after)];
    const source = merges.get(toKey(lead, at));
    if (source !== undefined && to !== undefined) {
      owners.set(toKey(lead, to), owners.get(toKey(source, to)) ?? source);
    }
    const [fromOwner, toOwner] = [from, to].map((text) => owners.get(toKey(lead, text ?? '')));
    const owner = toOwner ?? (to === undefined ? fromOwner : undefined);
    if (owner === undefined && fromOwner === undefined) continue;
    // An entry that replaces a text of one lead by a text of the other keeps the new text only.
    const isMixed = from !== undefined && to !== undefined && fromOwner !== toOwner;
    await sql`update audit set item_id = ${owner ?? lead},
      before = ${isMixed ? null : before} where id = ${id}`.execute(db);
  }
  return owners;
}

/** Returns the lead that shows an inquiry: itself, or the one that it was merged into in the end. */
async function findRoot(db: Kysely<unknown>, id: string): Promise<string> {
  const { rows } = await sql<{ parent: string | null }>`
    select merged_into_id as parent from leads where id = ${id}`.execute(db);
  return rows[0]?.parent ? findRoot(db, rows[0].parent) : id;
}

/**
 * Adds which task is a lead's next step, and stores each next step as a task with the ID of its lead. One
 * that a merge has copied becomes a task of its inquiry. Others of merged inquiries were hidden, and
 * count as done since the merge.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('leads').addColumn('next_step_task_id', 'text').execute();
  const owners = await moveCopies(db);
  const { rows: leads } = await sql<{ id: string; text: string }>`
    select id, next_step_text as text from leads
    where next_step_due_at is not null and merged_into_id is null`.execute(db);
  await sql`insert into lead_tasks (id, lead_id, created_at, title, due_at, done_at)
    select id, id, updated_at, next_step_text, next_step_due_at, merged_at from leads
    where next_step_due_at is not null`.execute(db);
  await sql`update leads set next_step_task_id = id
    where next_step_due_at is not null and merged_into_id is null`.execute(db);
  await sql`update leads set next_step_text = null, next_step_due_at = null
    where merged_into_id is not null`.execute(db);
  for (const { id, text } of leads) {
    const owner = owners.get(toKey(id, text));
    if (owner === undefined) continue;
    const isShown = (await findRoot(db, owner)) === id;
    const taskId = randomUUID();
    await sql`delete from lead_tasks where id = ${owner} and title = ${text}`.execute(db);
    await sql`update lead_tasks set id = ${taskId}, lead_id = ${owner}
      where id = ${id} and exists (select 1 from leads where id = ${owner})`.execute(db);
    await sql`update leads set next_step_task_id = ${isShown ? taskId : null},
      next_step_text = ${isShown ? text : null},
      next_step_due_at = ${isShown ? sql.ref('next_step_due_at') : null}
      where id = ${id}`.execute(db);
  }
}
