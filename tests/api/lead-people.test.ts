import { describe, expect, test } from 'vitest';
import { leadHooks } from '../../src/app/feature-hooks.server';
import type { Lead } from '../../src/leads/contract';
import type { TimelineEntry } from '../../src/leads/detail-contract';
import { purgeExpiredLeads } from '../../src/leads/privacy/retention.server';
import { completeLeads } from '../../src/leads/search/search-texts.server';
import { DAY, getTimeAgo, SECOND } from '../../src/lib/time/durations';
import { copyLead } from '../support/copy-lead';
import { createDesk } from '../support/desk-site';

describe('a deleted lead', () => {
  test('is in no list and can be restored with everything that belongs to it', async () => {
    const { admin, id, url, list, readLead } = await createDesk();
    await admin('POST', `${url}/notes`, { text: 'Keep me' });
    expect((await admin('DELETE', url)).statusCode).toBe(204);
    expect(await list('')).toEqual([]);
    expect((await list('deleted=true')).map((lead) => lead.id)).toEqual([id]);
    expect((await admin('GET', '/api/leads/summary')).json().total).toBe(0);
    expect((await admin('PATCH', url, { status: 'new' })).statusCode).toBe(404);
    expect((await admin('POST', `${url}/restore`)).json()).toMatchObject({ id, deletedAt: null });
    expect((await admin('POST', `${url}/restore`)).statusCode).toBe(404);
    expect(await list('')).toHaveLength(1);
    const lead = await readLead();
    expect(lead.notes).toHaveLength(1);
    expect(lead.timeline.map(({ kind }: TimelineEntry) => kind)).toContain('restored');
  });

  test('is purged after 30 days, and not after 29', async () => {
    const { admin, db, ids } = await createDesk([{}, {}]);
    await admin('POST', '/api/leads/bulk', { ids, action: 'delete' });
    for (const [index, days] of [29, 31].entries()) {
      await db
        .updateTable('leads')
        .set({ deletedAt: getTimeAgo(days * DAY) })
        .where('id', '=', ids[index] ?? '')
        .execute();
    }
    expect((await admin('POST', `/api/leads/${ids[1]}/restore`)).statusCode).toBe(404);
    await purgeExpiredLeads(db, leadHooks, 24);
    const rows = await db.selectFrom('leads').select('id').execute();
    expect(rows.map(({ id }) => id)).toEqual([ids[0]]);
    const audit = await db
      .selectFrom('audit')
      .selectAll()
      .where('itemId', '=', ids[1] ?? '')
      .execute();
    expect(audit.map(({ action }) => action)).toEqual(['deleted']);
  });
});

describe('leads of one person', () => {
  const person = [
    { email: 'Olga+spring@Haldenskin.example', phone: null },
    { email: 'olga@haldenskin.example', phone: '(512) 555-0199' },
    { email: 'other@x.example', phone: '+1 512.555.0199 ext. 7' },
    { email: 'stranger@x.example', phone: '555' },
    { email: 'stranger2@x.example', phone: '555' },
  ];

  test('are related by mailbox or phone number', async () => {
    const { ids, readLead } = await createDesk(person);
    expect((await readLead(ids[0])).related).toEqual([ids[1]]);
    const { related, relatedLeads } = await readLead(ids[1]);
    expect(related).toEqual([ids[2], ids[0]]);
    expect(relatedLeads).toMatchObject([
      { id: ids[2], email: person[2]?.email, phone: person[2]?.phone, status: 'new' },
      { id: ids[0], email: person[0]?.email },
    ]);
    expect((await readLead(ids[3])).related).toEqual([]);
  });

  test('are related after an upgrade, once their keys are filled in', async () => {
    const { ids, db, readLead } = await createDesk(person);
    await db.updateTable('leads').set({ person: null, phoneDigits: null, source: null }).execute();
    expect((await readLead(ids[1])).related).toEqual([]);
    await completeLeads(db);
    expect((await readLead(ids[1])).related).toEqual([ids[2], ids[0]]);
  });

  test('are no longer related when the owner marks them as different people, until that is undone', async () => {
    const { admin, ids, readLead } = await createDesk([
      { email: 'ann@x.example', phone: '512 555 0199' },
      { email: 'ben@y.example', phone: '512 555 0199' },
      { email: 'Ann+2@x.example', phone: '512 555 0199' },
    ]);
    const [first = '', stranger = '', second = ''] = ids;
    const mark = (id: string, otherId: string) =>
      admin('POST', `/api/leads/${id}/unrelated`, { otherId });
    const undo = (id: string, otherId: string) =>
      admin('DELETE', `/api/leads/${id}/unrelated/${otherId}`);
    expect((await mark(first, stranger)).statusCode).toBe(204);
    expect((await mark(first, stranger)).statusCode).toBe(204);
    // For every inquiry of the two, and seen from both.
    expect(await readLead(second)).toMatchObject({ related: [first], unrelated: [stranger] });
    const seen = await readLead(stranger);
    expect(seen).toMatchObject({ related: [], unrelated: [second, first] });
    const { timeline } = await readLead(first);
    const kinds = timeline.map(({ kind }: TimelineEntry) => kind);
    expect(kinds.filter((kind: string) => kind === 'unrelated')).toHaveLength(1);
    expect((await undo(stranger, second)).statusCode).toBe(204);
    expect(await readLead(first)).toMatchObject({ related: [second, stranger], unrelated: [] });
    // Two people who share a mailbox.
    await mark(first, second);
    expect(await readLead(second)).toMatchObject({ related: [stranger], unrelated: [first] });
    await undo(second, first);
    expect(await readLead(second)).toMatchObject({ related: [stranger, first], unrelated: [] });
    expect((await mark(first, first)).statusCode).toBe(400);
    expect((await mark(first, 'missing')).statusCode).toBe(404);
    expect((await undo(first, 'missing')).statusCode).toBe(404);
  });

  test('are listed even if dozens with the same number are marked as different people', async () => {
    const { ids, db, readLead } = await createDesk([
      { email: 'ann@x.example', phone: '512 555 0199' },
      { email: 'Ann+2@x.example', phone: null },
    ]);
    const [first = '', second = ''] = ids;
    const others = await copyLead(db, first, 60, (index) => ({
      email: `other-${index}@y.example`,
      person: `other-${index}@y.example`,
      createdAt: new Date(Date.now() + index * SECOND).toISOString(),
    }));
    const shown = await readLead(first);
    expect(shown.related).toHaveLength(50);
    expect(shown.unrelated).toEqual([]);
    await db
      .insertInto('unrelatedLeads')
      .values(
        others.flatMap((otherId) => [
          { leadId: first, otherId },
          { leadId: otherId, otherId: first },
        ]),
      )
      .execute();
    const separated = await readLead(first);
    expect(separated.related).toEqual([second]);
    expect(separated.unrelated).toHaveLength(50);
    expect(separated.unrelated[0]).toBe('copy-59');
  });

  test('are separated one at a time after a lead with merged inquiries was merged', async () => {
    const { admin, ids, readLead } = await createDesk(person);
    const [first = '', second = '', third = ''] = ids;
    await admin('POST', '/api/leads/merge', { keepId: second, otherId: first });
    await admin('POST', '/api/leads/merge', { keepId: third, otherId: second });
    const unmerge = (id: string, otherId: string) =>
      admin('POST', `/api/leads/${id}/unmerge`, { otherId });
    expect((await unmerge(second, third)).statusCode).toBe(404);
    expect((await unmerge(second, second)).statusCode).toBe(404);
    const separated = await unmerge(third, first);
    expect(separated.json()).toMatchObject({ id: first, mergedIntoId: null });
    expect((await readLead(third)).merged.map(({ id }: Lead) => id)).toEqual([second]);
  });

  test('no longer show a merged inquiry that was deleted, until it is restored', async () => {
    const { admin, ids, readLead } = await createDesk(person);
    const [otherId = '', keepId = ''] = ids;
    await admin('POST', `/api/leads/${otherId}/notes`, { text: 'From the first inquiry' });
    await admin('POST', '/api/leads/merge', { keepId, otherId });
    await admin('DELETE', `/api/leads/${otherId}`);
    expect(await readLead(keepId)).toMatchObject({ merged: [], notes: [] });
    await admin('POST', `/api/leads/${otherId}/restore`);
    expect(await readLead(keepId)).toMatchObject({ merged: [{ id: otherId }], notes: [{}] });
    await admin('DELETE', `/api/leads/${keepId}`);
    expect(await readLead(keepId)).toMatchObject({ merged: [{ id: otherId }], notes: [{}] });
  });

  test('merge into one lead with every record, and separate again within 30 days', async () => {
    const { admin, ids, list, readLead, db } = await createDesk(person);
    const [otherId = '', keepId = ''] = ids;
    await admin('POST', `/api/leads/${otherId}/notes`, { text: 'From the first inquiry' });
    const merge = () => admin('POST', '/api/leads/merge', { keepId, otherId });
    expect((await merge()).json().id).toBe(keepId);
    expect((await merge()).statusCode).toBe(409);
    expect((await list('')).map(({ id }) => id)).not.toContain(otherId);
    const kept = await readLead(keepId);
    expect(kept.notes).toHaveLength(1);
    expect(kept.merged.map(({ id }: Lead) => id)).toEqual([otherId]);
    const kinds = kept.timeline.map(({ kind }: TimelineEntry) => kind);
    expect(kinds.filter((kind: string) => kind === 'inquiry')).toHaveLength(2);
    expect(kinds).toContain('merged');
    const unmerge = () => admin('POST', `/api/leads/${keepId}/unmerge`, { otherId });
    expect((await unmerge()).json()).toMatchObject({ id: otherId, mergedIntoId: null });
    expect((await unmerge()).statusCode).toBe(404);
    expect((await readLead(keepId)).notes).toEqual([]);
    await merge();
    await db
      .updateTable('leads')
      .set({ mergedAt: getTimeAgo(31 * DAY) })
      .where('id', '=', otherId)
      .execute();
    expect((await unmerge()).statusCode).toBe(410);
  });

  test('keep their next step and their tasks in the overview after a merge', async () => {
    const { admin, ids, readLead } = await createDesk(person);
    const [otherId, keepId] = ids;
    const nextStep = { text: 'Call', dueAt: '2026-01-02T09:00:00.000Z' };
    const task = { title: 'Ask', dueAt: '2026-01-03T09:00:00.000Z' };
    await admin('PATCH', `/api/leads/${otherId}`, { nextStep });
    await admin('POST', `/api/leads/${otherId}/tasks`, task);
    await admin('POST', '/api/leads/merge', { keepId, otherId });
    expect((await readLead(keepId)).nextStep).toEqual(nextStep);
    expect((await admin('GET', '/api/overview')).json().overdueFollowUps).toMatchObject([
      { leadId: keepId, taskId: expect.any(String), text: 'Call' },
      { leadId: keepId, taskId: expect.any(String), text: 'Ask' },
    ]);
  });

  test('return 400, 404 or 409 for an invalid merge', async () => {
    const { admin, ids } = await createDesk(person);
    const [a, b, c] = ids;
    const merge = async (keepId: unknown, otherId: unknown) =>
      (await admin('POST', '/api/leads/merge', { keepId, otherId })).statusCode;
    expect(await merge(a, a)).toBe(400);
    expect(await merge(a, 'missing')).toBe(404);
    expect(await merge(a, b)).toBe(200);
    expect(await merge(b, c)).toBe(409);
    expect(await merge(c, a)).toBe(200);
  });
});
