import { type Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { up } from '../../migrations/0043-next-steps-as-tasks';
import type { Database } from '../../src/db/database.server';
import { runInTransaction } from '../../src/db/transactions.server';
import { adoptNextSteps } from '../../src/leads/detail/tasks.server';
import type { TimelineEntry } from '../../src/leads/detail-contract';
import { createDesk } from '../support/desk-site';
import { createFileSite } from '../support/lead-file-site';

/** Returns a time in a far January. */
const at = (day: number) => `2031-01-0${day}T09:00:00.000Z`;

const step = (text: string, day: number) => ({ text, dueAt: at(day) });

async function createStepSite(leads?: Parameters<typeof createDesk>[0]) {
  const site = await createDesk(leads);
  const { admin, ids, readLead, db } = site;
  return {
    ...site,
    async addTask(title: string, day: number | null, leadId = site.id) {
      const dueAt = day === null ? null : at(day);
      const task = await admin('POST', `/api/leads/${leadId}/tasks`, { title, dueAt });
      return task.json().id as string;
    },
    changeTask: (id: string, patch: object) => admin('PATCH', `/api/tasks/${id}`, patch),
    setStep: (nextStep: object | null, leadId = site.id) =>
      admin('PATCH', `/api/leads/${leadId}`, { nextStep }),
    readStep: async (leadId = site.id) => (await readLead(leadId)).nextStep,
    listOpen: async (leadId = site.id) =>
      (await readLead(leadId)).tasks.flatMap((task: { title: string; doneAt: string | null }) =>
        task.doneAt === null ? [task.title] : [],
      ),
    merge: (keepId = ids[0], otherId = ids[1]) =>
      admin('POST', '/api/leads/merge', { keepId, otherId }),
    adopt: () => runInTransaction(db, (transaction) => adoptNextSteps(transaction)),
  };
}

describe('the next step of a lead', () => {
  test('is the open task that is due first, in the lead and in the list', async () => {
    const { addTask, changeTask, readStep, list } = await createStepSite();
    await addTask('Some day', null);
    expect(await readStep()).toBeNull();
    const later = await addTask('Later', 5);
    const soon = await addTask('Soon', 3);
    expect(await readStep()).toEqual(step('Soon', 3));
    await changeTask(later, { dueAt: at(2) });
    expect((await list('sort=nextStep'))[0]?.nextStep).toEqual(step('Later', 2));
    await changeTask(later, { doneAt: at(1) });
    expect(await readStep()).toEqual(step('Soon', 3));
    await changeTask(later, { doneAt: null });
    expect(await readStep()).toEqual(step('Later', 2));
    for (const id of [later, soon]) await changeTask(id, { doneAt: at(1) });
    expect(await readStep()).toBeNull();
  });

  test('makes a new version of its lead only when it changes', async () => {
    const { addTask, changeTask, readLead } = await createStepSite();
    const { updatedAt } = await readLead();
    const id = await addTask('Call', 3);
    const added = await readLead();
    expect(added.updatedAt > updatedAt).toBe(true);
    await changeTask(id, { title: 'Call' });
    await addTask('Later', 5);
    expect((await readLead()).updatedAt).toBe(added.updatedAt);
  });

  test('is written through the lead as its task: changed, completed, and opened again', async () => {
    const { addTask, setStep, readStep, listOpen } = await createStepSite();
    await setStep(step('Call', 3));
    await addTask('Later', 5);
    await setStep(step('Call Ann', 4));
    expect(await listOpen()).toEqual(['Call Ann', 'Later']);
    await setStep(null);
    expect(await listOpen()).toEqual(['Later']);
    // As the undo of an earlier release's browser does.
    await setStep(step('Call Ann', 4));
    expect(await listOpen()).toEqual(['Call Ann', 'Later']);
    expect(await readStep()).toEqual(step('Call Ann', 4));
  });

  test('is in the timeline when it is added, changed and done', async () => {
    const { addTask, changeTask, readLead } = await createStepSite();
    const id = await addTask('Call', 3);
    await changeTask(id, { dueAt: at(4) });
    await changeTask(id, { doneAt: at(5) });
    const entries = (await readLead()).timeline.filter(({ kind }: TimelineEntry) =>
      ['task', 'next-step', 'task-done'].includes(kind),
    );
    expect(entries).toMatchObject([
      { kind: 'task-done', after: { title: 'Call' } },
      {
        kind: 'next-step',
        by: 'admin',
        before: { nextStep: step('Call', 3) },
        after: { nextStep: step('Call', 4) },
      },
      { kind: 'task', by: 'admin', after: { taskId: id, title: 'Call' } },
    ]);
  });

  test('also comes from merged inquiries, until they are separated, deleted or erased', async () => {
    const email = 'other@person.example';
    const { ids, admin, addTask, merge, readStep, setStep, listOpen } = await createStepSite([
      {},
      { email },
    ]);
    const [keepId = '', otherId = ''] = ids;
    await addTask('Later', 5);
    await addTask('Soon', 3, otherId);
    await merge();
    expect(await readStep()).toEqual(step('Soon', 3));
    await admin('POST', `/api/leads/${keepId}/unmerge`, { otherId });
    expect(await readStep()).toEqual(step('Later', 5));
    expect(await readStep(otherId)).toEqual(step('Soon', 3));
    await merge();
    await admin('DELETE', `/api/leads/${otherId}`);
    expect(await readStep()).toEqual(step('Later', 5));
    await admin('POST', `/api/leads/${otherId}/restore`);
    expect(await readStep()).toEqual(step('Soon', 3));
    // The text of the inquiry stays with it.
    await setStep(step('Own', 2));
    expect(await listOpen()).toEqual(['Own', 'Later']);
    await addTask('Sooner', 1, otherId);
    expect(await readStep()).toEqual(step('Sooner', 1));
    await admin('POST', '/api/privacy/erase', { email });
    expect(await readStep()).toEqual(step('Own', 2));
  });
});

describe('the next steps of a file', () => {
  test('become tasks, also of the lead to which a row is added, until the import is undone', async () => {
    const { admin, sendFile, list } = await createFileSite();
    const titles = 'Company,Contact,Email,Next step,Next step due';
    const send = async (rows: string[], query: string) =>
      (await sendFile([titles, ...rows].join('\n'), query)).json().importId;
    await send([`A,Ann,a@x.example,Later,${at(5)}`], '');
    const rows = [`A,Ann,a@x.example,Soon,${at(3)}`, `B,Bo,b@x.example,Call,${at(4)}`];
    const importId = await send([...rows, `B2,Bo,b@x.example,Ask,${at(2)}`], '?duplicates=add');
    const listSteps = async () =>
      (await list()).map(({ companyName, nextStep }: Record<string, { text: string }>) => [
        companyName,
        nextStep?.text,
      ]);
    expect(await listSteps()).toEqual([
      ['B', 'Ask'],
      ['A', 'Soon'],
    ]);
    expect((await admin('GET', '/api/tasks')).json()).toHaveLength(4);
    const undone = (await admin('POST', `/api/leads/import/${importId}/undo`)).json();
    expect(undone).toEqual({ removed: 1, separated: 2, keptIds: [] });
    expect(await listSteps()).toEqual([['A', 'Later']]);
  });
});

test('an undone change leaves a task alone that somebody else has changed since', async () => {
  const { addTask, changeTask, readStep } = await createStepSite();
  const id = await addTask('Call Ann', 1);
  await changeTask(id, { dueAt: at(2) });
  await changeTask(id, { title: 'Call Bo' });
  const undo = { dueAt: at(1), was: { dueAt: at(2) } };
  expect((await changeTask(id, undo)).statusCode).toBe(200);
  expect(await readStep()).toEqual(step('Call Bo', 1));
  expect((await changeTask(id, undo)).json()).toMatchObject({ code: 'changed' });
  expect(await readStep()).toEqual(step('Call Bo', 1));
});

/** Writes a lead's next step as the previous release does: into the columns alone. */
const writeColumns = (db: Database, id: string, nextStep: { text: string; dueAt: string } | null) =>
  db
    .updateTable('leads')
    .set({ nextStepText: nextStep?.text ?? null, nextStepDueAt: nextStep?.dueAt ?? null })
    .where('id', '=', id)
    .execute();

describe('a process of the previous release', () => {
  test('sets, changes and completes next steps, which become tasks', async () => {
    const { db, id, adopt, readStep, listOpen, addTask } = await createStepSite();
    await writeColumns(db, id, step('Call', 3));
    await adopt();
    expect(await listOpen()).toEqual(['Call']);
    await addTask('Later', 5);
    await writeColumns(db, id, step('Call Ann', 4));
    await adopt();
    expect(await listOpen()).toEqual(['Call Ann', 'Later']);
    await writeColumns(db, id, null);
    await adopt();
    expect(await listOpen()).toEqual(['Later']);
    expect(await readStep()).toEqual(step('Later', 5));
    await writeColumns(db, id, step('Ask', 6));
    await adopt();
    expect(await listOpen()).toEqual(['Ask']);
  });

  test('adds and completes tasks, which become next steps', async () => {
    const { db, addTask, adopt, readStep } = await createStepSite();
    const id = await addTask('Call', 3);
    await addTask('Later', 5);
    await db
      .updateTable('leadTasks')
      .set({ doneAt: at(1) })
      .where('id', '=', id)
      .execute();
    await adopt();
    expect(await readStep()).toEqual(step('Later', 5));
    await db.updateTable('leadTasks').set({ doneAt: null }).where('id', '=', id).execute();
    await adopt();
    expect(await readStep()).toEqual(step('Call', 3));
  });
});

describe('the migration of next steps', () => {
  /** Brings the database to the state that the previous release left, and migrates it. */
  async function migrateSteps(db: Database) {
    await sql`alter table leads drop column next_step_task_id`.execute(db);
    // A migration knows no tables.
    await up(db as unknown as Kysely<unknown>);
  }

  /** Records a change of a next step as the previous release does. */
  async function writeHistory(
    db: Database,
    itemId: string,
    day: number,
    ...states: { nextStep?: object | null; mergedLeadId?: string }[]
  ) {
    const [before, after] = states.length > 1 ? states : [undefined, states[0]];
    const count = await db.selectFrom('audit').select('id').execute();
    await db
      .insertInto('audit')
      .values({
        id: `entry-${count.length + 100}`,
        subject: 'leads',
        itemId,
        action: 'changed',
        at: at(day),
        userId: null,
        before: before ? JSON.stringify(before) : null,
        after: JSON.stringify(after),
      })
      .execute();
  }

  test('makes a task of each, and keeps its history', async () => {
    const { db, id, readStep, readLead, setStep } = await createStepSite();
    await writeHistory(db, id, 1, { nextStep: null }, { nextStep: step('Call', 3) });
    await writeColumns(db, id, step('Call', 3));
    await migrateSteps(db);
    expect(await readStep()).toEqual(step('Call', 3));
    const { tasks, timeline } = await readLead();
    expect(tasks).toMatchObject([{ title: 'Call', dueAt: at(3), doneAt: null }]);
    expect(timeline.filter(({ kind }: TimelineEntry) => /task|step/.test(kind))).toHaveLength(1);
    expect((await setStep(null)).json().nextStep).toBeNull();
  });

  test('gives one that a merge has copied back to its inquiry, so that it is erased with it', async () => {
    const email = 'zelda@zelda.example';
    const { db, ids, admin, readLead, merge } = await createStepSite([
      { companyName: 'Kept' },
      { companyName: 'Other', email },
    ]);
    const [keptId = '', otherId = ''] = ids;
    const [own, copied] = [step('Send the offer', 2), step('Call Zelda', 3)];
    await merge();
    await writeColumns(db, otherId, copied);
    await writeColumns(db, keptId, step('Call Zelda', 4));
    await db.deleteFrom('audit').execute();
    await writeHistory(db, otherId, 1, { nextStep: null }, { nextStep: copied });
    await writeHistory(db, keptId, 2, { mergedLeadId: otherId });
    await writeHistory(db, keptId, 2, { nextStep: null }, { nextStep: copied });
    await writeHistory(db, keptId, 3, { nextStep: copied }, { nextStep: step('Call Zelda', 4) });
    await writeHistory(db, keptId, 4, { nextStep: copied }, { nextStep: own });
    await writeHistory(db, keptId, 5, { nextStep: own }, { nextStep: step('Call Zelda', 4) });
    await migrateSteps(db);
    const { nextStep, tasks, timeline } = await readLead(keptId);
    expect(nextStep).toEqual(step('Call Zelda', 4));
    expect(tasks).toMatchObject([{ leadId: otherId, title: 'Call Zelda', dueAt: at(4) }]);
    const steps = timeline.filter(({ kind }: TimelineEntry) => kind === 'next-step');
    expect(steps.map(({ leadId, after }: TimelineEntry) => [leadId, after?.nextStep])).toEqual([
      [otherId, step('Call Zelda', 4)],
      [keptId, own],
      [otherId, step('Call Zelda', 4)],
      [otherId, copied],
      [otherId, copied],
    ]);
    await admin('POST', '/api/privacy/erase', { email });
    const kept = await readLead(keptId);
    expect(kept).toMatchObject({ nextStep: null, tasks: [] });
    expect(JSON.stringify(kept)).not.toMatch(/zelda/i);
    expect(JSON.stringify(kept.timeline)).toContain('Send the offer');
  });

  test('counts the hidden next step of a merged inquiry as done', async () => {
    const { db, ids, merge, readLead } = await createStepSite([{}, { email: 'b@x.example' }]);
    const [keptId = '', otherId = ''] = ids;
    await merge();
    await writeColumns(db, otherId, step('Call', 3));
    await writeColumns(db, keptId, step('Ask', 4));
    await migrateSteps(db);
    const { nextStep, tasks } = await readLead(keptId);
    expect(nextStep).toEqual(step('Ask', 4));
    expect(tasks).toMatchObject([
      { title: 'Ask', doneAt: null },
      { title: 'Call', doneAt: expect.any(String) },
    ]);
  });
});
