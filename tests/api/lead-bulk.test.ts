import { describe, expect, test } from 'vitest';
import type { BulkResult, Lead } from '../../src/leads/contract';
import { copyLead } from '../support/copy-lead';
import { companies, createDesk } from '../support/desk-site';
import { createPaymentSite } from '../support/payment-site';

type Desk = Awaited<ReturnType<typeof createDesk>>;

/** Returns whether the delivery worker, which runs at the same time, issued a statement. */
const isFromWorker = (sql: string) => /^(select|update) .*"outbox" .*"status"/.test(sql);

/** Changes leads at once. @returns the number of statements */
async function countBulkStatements(
  { admin, listStatements }: Desk,
  ids: string[],
  change: { action: string; value?: string | null },
) {
  const statements = await listStatements(async () => {
    const { results } = (await admin('POST', '/api/leads/bulk', { ids, ...change })).json();
    expect(results).toMatchObject(ids.map((id) => ({ id, ok: true, message: null })));
  });
  return statements.filter((sql) => !isFromWorker(sql)).length;
}

describe('POST /api/leads/bulk', () => {
  test('deletes many leads with as many statements as one, and their merged inquiries', async () => {
    const desk = await createDesk();
    const { admin, db, id, list } = desk;
    const ids = await copyLead(db, id, 100);
    await db
      .updateTable('leads')
      .set({ mergedIntoId: ids[0] ?? null, mergedAt: new Date().toISOString() })
      .where('id', '=', ids[99] ?? '')
      .execute();
    const countForOne = await countBulkStatements(desk, [id], { action: 'delete' });
    const many = ids.slice(0, 99);
    // Background jobs run a few statements meanwhile.
    expect(await countBulkStatements(desk, many, { action: 'delete' })).toBeLessThan(
      countForOne + 20,
    );
    expect(await list('')).toEqual([]);
    const deletions = await db
      .selectFrom('audit')
      .select(['itemId', 'userId'])
      .where('action', '=', 'deleted')
      .execute();
    expect(deletions.map(({ itemId }) => itemId).sort()).toEqual([id, ...many].sort());
    expect(new Set(deletions.map(({ userId }) => userId))).toEqual(new Set(['admin']));
    expect((await admin('POST', `/api/leads/${ids[0]}/restore`)).statusCode).toBe(200);
    const restored = await db
      .selectFrom('leads')
      .select('id')
      .where('deletedAt', 'is', null)
      .orderBy('id')
      .execute();
    expect(restored.map((one) => one.id)).toEqual([ids[0], ids[99]]);
  });

  test('deletes no lead whose payments must be retained, and leaves its open payments', async () => {
    const { admin, db, ids, beginPayment, payments, findCancellations } = await createSite();
    await beginPayment();
    const [stored] = await payments();
    if (!stored) throw new Error('There is no payment.');
    const [paid = '', inquiry = '', unpaid = ''] = await copyLead(db, ids.leadId, 3);
    await db.updateTable('leads').set({ mergedIntoId: paid }).where('id', '=', inquiry).execute();
    const addPayment = (id: string, leadId: string, status: typeof stored.status) =>
      db
        .insertInto('payments')
        .values({ ...stored, id, leadId, status, stripePaymentIntentId: `pi_${id}` })
        .execute();
    await addPayment('open-of-paid', paid, 'pending');
    await addPayment('paid', inquiry, 'succeeded');
    await addPayment('failed', unpaid, 'failed');
    const chosen = [ids.leadId, paid, unpaid, 'unknown'];
    const deleted = await admin('POST', '/api/leads/bulk', { ids: chosen, action: 'delete' });
    expect(deleted.json().results).toMatchObject([
      { id: ids.leadId, ok: true },
      { id: paid, ok: false, message: expect.stringContaining('has a payment of $1,000') },
      { id: unpaid, ok: true },
      { id: 'unknown', ok: false, message: 'Lead not found' },
    ]);
    expect((await payments()).map(({ id }) => id).sort()).toEqual(['open-of-paid', 'paid']);
    expect(await findCancellations()).toContain(stored.stripePaymentIntentId);
    expect((await admin('GET', `/api/leads/${paid}`)).json()).toMatchObject({ deletedAt: null });
  });

  test('clears the spam mark of many leads with as many statements as of one', async () => {
    const desk = await createDesk();
    const { admin, db, id, readLead } = desk;
    const countInquiries = async (): Promise<number> =>
      (await admin('GET', '/api/funnel/7')).json().sources[0].counts.enquiry;
    const listKinds = async (leadId: string) =>
      (await db.selectFrom('outbox').select('kind').where('leadId', '=', leadId).execute())
        .map(({ kind }) => kind)
        .sort();
    const kinds = await listKinds(id);
    const count = await countInquiries();
    await db.updateTable('leads').set({ suspect: 'hidden-field' }).execute();
    const ids = await copyLead(db, id, 100);
    const change = { action: 'not-spam' };
    const countForOne = await countBulkStatements(desk, [id], change);
    expect(await countBulkStatements(desk, ids, change)).toBeLessThan(countForOne + 20);
    const { suspect, timeline, updatedAt } = await readLead('copy-99');
    expect(suspect).toBeNull();
    expect(timeline).toContainEqual(expect.objectContaining({ by: 'admin', at: updatedAt }));
    // What the lead has got before is not stored again.
    expect(await listKinds(id)).toEqual(kinds);
    expect(await listKinds('copy-99')).toEqual(kinds);
    expect(await countInquiries()).toBe(count + 101);
    await countBulkStatements(desk, ids, change);
    expect(await readLead('copy-99')).toMatchObject({ updatedAt });
  });

  test.each([
    ['status', { action: 'status', value: 'contacted' }],
    ['assignee', { action: 'assign', value: null }],
    ['spam mark', { action: 'spam' }],
  ])('changes the %s of many leads with as many statements as of one', async (_, change) => {
    const desk = await createDesk();
    const { db, id, readLead } = desk;
    await db.updateTable('leads').set({ assignedPmId: 'admin' }).execute();
    const { updatedAt: before } = await readLead();
    const ids = await copyLead(db, id, 40);
    const countForOne = await countBulkStatements(desk, [id], change);
    expect(await countBulkStatements(desk, ids, change)).toBeLessThan(countForOne + 20);
    const { timeline, updatedAt } = await readLead('copy-39');
    expect(timeline[0]).toMatchObject({ by: 'admin', at: updatedAt });
    expect(updatedAt > before).toBe(true);
  });

  async function createSite() {
    const site = await createPaymentSite();
    const findCancellations = async () =>
      (await site.db.selectFrom('outbox').select(['kind', 'payload']).execute())
        .filter(({ payload }) => payload.includes('paymentIntentId'))
        .map(({ payload }) => JSON.parse(payload).paymentIntentId);
    return { ...site, findCancellations };
  }

  test('changes the leads that exist, and reports each in the order of the request', async () => {
    const { admin, ids, list, readLead } = await createDesk(companies(['A', 'B']));
    const [a = '', b = ''] = ids;
    const body = { ids: [b, 'missing', a], action: 'status', value: 'proposal_sent' };
    const { results } = (await admin('POST', '/api/leads/bulk', body)).json();
    expect(results).toEqual([
      { id: b, ok: true, message: null, version: (await readLead(b)).updatedAt },
      { id: 'missing', ok: false, message: 'Lead not found', version: null },
      { id: a, ok: true, message: null, version: (await readLead(a)).updatedAt },
    ]);
    expect(await list('status=proposal_sent')).toHaveLength(2);
  });

  test('sets and clears the spam mark without sending or counting anything again', async () => {
    const { admin, id, ids, db, list } = await createDesk();
    const countRows = async () => (await db.selectFrom('outbox').select('id').execute()).length;
    const before = await countRows();
    await admin('POST', '/api/leads/bulk', { ids, action: 'spam' });
    expect((await list('spam=true'))[0]).toMatchObject({ id, suspect: 'by-hand' });
    // The owner has reviewed it.
    expect((await admin('GET', '/api/leads/summary')).json()).toMatchObject({ suspected: 0 });
    await admin('POST', '/api/leads/bulk', { ids, action: 'not-spam' });
    expect(await list('spam=true')).toEqual([]);
    expect(await countRows()).toBe(before);
    expect((await admin('GET', '/api/funnel/7')).json().sources).toEqual([
      { source: 'direct', counts: { enquiry: 1 } },
    ]);
  });

  test('names no version of a lead that was marked as spam before, and keeps its mark', async () => {
    const { admin, ids, list, readLead } = await createDesk([{ website: 'x' }, {}]);
    const [found = '', other = ''] = ids;
    const { results } = (await admin('POST', '/api/leads/bulk', { ids, action: 'spam' })).json();
    expect(results).toEqual([
      { id: found, ok: true, message: null, version: null },
      { id: other, ok: true, message: null, version: (await readLead(other)).updatedAt },
    ]);
    expect((await list('sort=created')).map(({ suspect }) => suspect)).toEqual([
      'hidden-field',
      'by-hand',
    ]);
  });

  test.each([
    ['status', { action: 'status', value: 'contacted' }, { action: 'status', value: 'new' }],
    ['spam mark', { action: 'spam' }, { action: 'not-spam' }],
  ])(
    'undoes a change of the %s only where nobody has changed the lead since',
    async (_, change, undo) => {
      const { admin, ids, readLead } = await createDesk([{}, {}]);
      const [kept = '', undone = ''] = ids;
      const readFields = async (id: string) => {
        const { status, assignedPmId, suspect }: Lead = await readLead(id);
        return { status, assignedPmId, suspect };
      };
      const before = await readFields(undone);
      const sendBulk = async (body: object) =>
        (await admin('POST', '/api/leads/bulk', { ids, ...body })).json().results;
      const results: BulkResult['results'] = await sendBulk(change);
      const versions = Object.fromEntries(results.map(({ id, version }) => [id, version]));
      await admin('PATCH', `/api/leads/${kept}`, { status: 'closed_won' });
      const closed = await readFields(kept);
      const message = 'Someone else changed this lead in the meantime.';
      expect(await sendBulk({ ...undo, versions })).toMatchObject([
        { id: kept, ok: false, message, version: null },
        { id: undone, ok: true, message: null, version: (await readLead(undone)).updatedAt },
      ]);
      expect(await readFields(kept)).toEqual(closed);
      expect(await readFields(undone)).toEqual(before);
    },
  );

  test('returns 400 for too many leads, an unknown action or a missing value', async () => {
    const { admin, ids } = await createDesk();
    const tooMany = Array.from({ length: 501 }, (_, index) => `id-${index}`);
    for (const body of [
      { ids: tooMany, action: 'delete' },
      { ids: [], action: 'delete' },
      { ids, action: 'archive' },
      { ids, action: 'status' },
      { ids, action: 'assign', value: 'nobody' },
    ]) {
      expect((await admin('POST', '/api/leads/bulk', body)).statusCode).toBe(400);
    }
  });
});
