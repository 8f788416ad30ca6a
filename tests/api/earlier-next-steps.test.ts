import { type Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { up } from '../../migrations/0043-next-steps-as-tasks';
import type { Database } from '../../src/db/database.server';
import type { TimelineEntry } from '../../src/leads/detail-contract';
import { at, createStepSite, step } from '../support/step-site';

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
