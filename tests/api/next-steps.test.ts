import { describe, expect, test } from 'vitest';
import type { TimelineEntry } from '../../src/leads/detail-contract';
import { createFileSite } from '../support/lead-file-site';
import { at, createStepSite, step } from '../support/step-site';

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
  await changeTask(id, { dueAt: at(3) });
  expect((await changeTask(id, undo)).json()).toMatchObject({ code: 'changed' });
  expect(await readStep()).toEqual(step('Call Bo', 3));
});

test('a task is changed only if it is still open, and opened again only as it was completed', async () => {
  const { addTask, changeTask, readLead } = await createStepSite();
  const id = await addTask('Call Ann', 1);
  const open = { title: 'Call Ann', dueAt: at(1), doneAt: null };
  const done = { doneAt: at(2) };
  // The second time, the response of the first was lost.
  for (let count = 0; count < 2; count += 1) {
    const response = await changeTask(id, { ...done, was: open });
    expect(response.json()).toMatchObject({ ...open, ...done });
  }
  for (const patch of [{ title: 'Call Bo' }, { dueAt: at(3) }, { doneAt: at(3) }]) {
    expect((await changeTask(id, { ...patch, was: open })).statusCode).toBe(412);
  }
  expect((await readLead()).tasks).toMatchObject([{ ...open, ...done }]);
  const undo = { ...open, was: { ...open, doneAt: at(3) } };
  expect((await changeTask(id, undo)).statusCode).toBe(412);
  expect((await changeTask(id, { ...open, was: { ...open, ...done } })).json()).toMatchObject(open);
});
