import { runInTransaction } from '../../src/db/transactions.server';
import { adoptNextSteps } from '../../src/leads/detail/tasks.server';
import { createDesk } from './desk-site';

/** Returns a time in a far January. */
export const at = (day: number) => `2031-01-0${day}T09:00:00.000Z`;

export const step = (text: string, day: number) => ({ text, dueAt: at(day) });

export async function createStepSite(leads?: Parameters<typeof createDesk>[0]) {
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
