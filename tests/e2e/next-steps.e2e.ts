import { expect, test } from './fixtures';
import { holdRequests } from './hold-requests';
import { keepToast, toast } from './lead-form';
import { createLead, type Site } from './leads';

test.use({ sharedSite: 'demo content', allowErrors: /status of 412/ });

test.beforeEach(({ signIn }) => signIn());

interface Task {
  id: string;
  title: string;
  dueAt: string;
  doneAt: string | null;
}

/** Creates a lead with next steps that were due yesterday. */
async function createPlannedLead(server: Site, companyName: string, titles: string[]) {
  const { id } = await createLead(server, { companyName });
  const dueAt = new Date(Date.now() - 86_400_000).toISOString();
  for (const title of titles) await server.api.post(`/api/leads/${id}/tasks`, { title, dueAt });
  const listTasks = async () =>
    ((await server.api.get(`/api/leads/${id}`)).body as { tasks: Task[] }).tasks;
  return { path: `/admin/leads/${id}`, listTasks };
}

const conflict = 'Someone else changed this next step in the meantime.';

test.describe('a next step on the page of a lead', () => {
  test('is moved to the chosen time, which must be valid, unless somebody completes it first', async ({
    page,
    server,
  }) => {
    const titles = ['Send the proposal', 'Ask for the contract'];
    const { path, listTasks } = await createPlannedLead(server, 'Two Hands', titles);
    const [first, second] = await listTasks();
    await page.goto(path);
    const release = await holdRequests(page, '**/api/tasks/*');
    await page.getByRole('button', { name: 'Done' }).click();
    const otherDay = page.getByLabel('Put off to another day').first();
    await otherDay.selectOption('Another day…');
    const dialog = page.getByRole('dialog', { name: 'Change next step' });
    const text = dialog.getByLabel('Next step');
    await expect(text).toHaveValue(`${first?.title}`);
    release();
    await expect(toast(page)).toContainText(`Done: ${first?.title}`);
    await dialog.getByLabel('When').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByText('Enter a date and a time')).toBeVisible();
    await dialog.getByLabel('When').fill('2031-03-04T14:30');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page)).toContainText(conflict);
    await expect(text).toHaveValue(`${first?.title}`);
    const done = { ...first, doneAt: expect.any(String) };
    expect(await listTasks()).toEqual([second, done]);

    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await otherDay.selectOption('Another day…');
    await expect(text).toHaveValue(`${second?.title}`);
    await dialog.getByLabel('When').fill('2031-03-04T14:30');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    const dueAt = expect.stringMatching(/^2031-03-04/);
    expect(await listTasks()).toEqual([{ ...second, dueAt }, done]);
  });

  test('is not completed, renamed or reopened after somebody else has changed it', async ({
    page,
    server,
  }) => {
    const { path, listTasks } = await createPlannedLead(server, 'Shared', ['Call Ann']);
    const readTask = async () => (await listTasks())[0];
    const task = await readTask();
    const change = (patch: object) => server.api.patch(`/api/tasks/${task?.id}`, patch);
    await page.goto(path);
    const complete = page.getByRole('checkbox', { name: 'Call Ann' });
    await expect(complete).toBeVisible();
    await change({ title: 'Call Ann and Bo' });
    await complete.click();
    await expect(toast(page)).toContainText(conflict);
    await expect(page.getByRole('checkbox', { name: 'Call Ann and Bo' })).toBeVisible();
    expect(await readTask()).toEqual({ ...task, title: 'Call Ann and Bo' });

    await page.getByRole('button', { name: 'Change Call Ann and Bo' }).click();
    const dialog = page.getByRole('dialog', { name: 'Change next step' });
    await change({ title: 'Call Bo' });
    await dialog.getByLabel('Next step').fill('Mail Ann and Bo');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(
      page.getByRole('checkbox', { name: 'Call Bo', includeHidden: true }),
    ).toBeVisible();
    await expect(dialog.getByLabel('Next step')).toHaveValue('Mail Ann and Bo');
    expect(await readTask()).toEqual({ ...task, title: 'Call Bo' });

    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(toast(page)).toContainText('Done: Call Bo');
    await keepToast(page);
    await change({ doneAt: '2031-03-04T08:00:00.000Z' });
    await toast(page).getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page)).toContainText(conflict);
    expect(await readTask()).toMatchObject({ doneAt: '2031-03-04T08:00:00.000Z' });
  });
});
