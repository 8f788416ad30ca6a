import { describe, expect, inject, test } from 'vitest';
import type { Lead } from '../../src/leads/contract';
import { lockPair } from '../../src/leads/detail/related.server';
import { DAY, getTimeAgo } from '../../src/lib/time/durations';
import { createFileSite, titles } from '../support/lead-file-site';
import { countLockWaits } from '../support/lock-waits';
import { inDays } from '../support/proposal-site';
import { sampleLead } from '../support/samples';

describe('POST /api/leads/import/:id/undo', () => {
  test('removes the leads that nobody has worked on', async () => {
    const { admin, sendFile, list } = await createFileSite();
    const file = `${titles}\nA,Ann,a@x.example,\nB,Bo,b@x.example,\nC,Cy,c@x.example,\nD,Di,d@x.example,\n`;
    const { importId } = (await sendFile(file)).json();
    const leads: { id: string; companyName: string }[] = await list();
    const findId = (name: string) =>
      leads.find(({ companyName }) => companyName === name)?.id ?? '';
    await admin('POST', `/api/leads/${findId('A')}/notes`, { text: 'x' });
    await admin('PATCH', `/api/leads/${findId('B')}`, { status: 'contacted' });
    await admin('POST', `/api/leads/${findId('D')}/proposals`, { validUntil: inDays(7) });
    const undone = await admin('POST', `/api/leads/import/${importId}/undo`);
    expect(undone.json().removed).toBe(1);
    expect(undone.json().keptIds.sort()).toEqual(['A', 'B', 'D'].map(findId).sort());
    expect(await list()).toHaveLength(3);
    expect((await admin('POST', `/api/leads/import/${importId}/undo`)).statusCode).toBe(409);
  });

  test('keeps a lead if one of its inquiries stays', async () => {
    const { visitor, admin, db, sendFile, list } = await createFileSite();
    const { id: otherId } = (await visitor('POST', '/api/leads', sampleLead)).json();
    const file = [
      titles,
      'A,Ann,a@x.example,',
      'A2,Ann,a@x.example,',
      'B,Bo,b@x.example,',
      'C,Cy,c@x.example,',
    ].join('\n');
    const { importId } = (await sendFile(file, '?duplicates=add')).json();
    const rows = await db.selectFrom('leads').select(['id', 'companyName']).execute();
    const findId = (name: string) => rows.find((row) => row.companyName === name)?.id ?? '';
    await admin('POST', `/api/leads/${findId('A2')}/notes`, { text: 'x' });
    await admin('POST', '/api/leads/merge', { keepId: findId('B'), otherId });
    const undone = (await admin('POST', `/api/leads/import/${importId}/undo`)).json();
    expect(undone).toMatchObject({ removed: 1, separated: 0 });
    expect(undone.keptIds.sort()).toEqual([findId('A'), findId('A2'), findId('B')].sort());
    expect(await list()).toHaveLength(2);
  });

  // SQLite is left out: its transactions that write wait for each other before they read.
  if (inject('engine') === 'postgres')
    test('keeps a lead into which another process is merging an inquiry', async () => {
      const { visitor, admin, db, sendFile, list } = await createFileSite();
      const { importId } = (await sendFile(`${titles}\nA,Ann,a@x.example,\n`)).json();
      const [{ id: keepId }] = await list();
      const { id: otherId } = (await visitor('POST', '/api/leads', sampleLead)).json();
      const undo = await db.transaction().execute(async (transaction) => {
        await lockPair(transaction, keepId, otherId);
        const response = admin('POST', `/api/leads/import/${importId}/undo`);
        await expect.poll(() => countLockWaits(db)).toBe(1);
        await transaction
          .updateTable('leads')
          .set({ mergedIntoId: keepId, mergedAt: getTimeAgo(0) })
          .where('id', '=', otherId)
          .execute();
        return { response };
      });
      expect((await undo.response).json()).toMatchObject({ removed: 0, keptIds: [keepId] });
      expect((await list()).map(({ id }: Lead) => id)).toEqual([keepId]);
    });

  test('returns 410 after a day', async () => {
    const { admin, db, sendFile } = await createFileSite();
    const { importId } = (await sendFile(`${titles}\nA,Ann,a@x.example,\n`)).json();
    await db
      .updateTable('leadImports')
      .set({ createdAt: getTimeAgo(DAY + 1_000) })
      .execute();
    expect((await admin('POST', `/api/leads/import/${importId}/undo`)).statusCode).toBe(410);
  });
});
