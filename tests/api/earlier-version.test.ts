import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../src/features/audit/audit-entry';
import { auditDays, purgeAudit } from '../../src/features/audit/audit-store.server';
import { sampleItems } from '../samples';
import { testApp } from '../test-app';

type Site = Awaited<ReturnType<typeof testApp>>;

const historyOf = async ({ admin }: Pick<Site, 'admin'>, at: string): Promise<AuditEntry[]> =>
  (await admin('GET', `${at}/history`)).json();

describe('an earlier version of a talent', () => {
  const url = '/api/talents';

  async function withVersions() {
    const site = await testApp();
    const { admin } = site;
    const item = (await admin('POST', url, sampleItems.talents)).json();
    const at = `${url}/${item.id}`;
    await admin('PATCH', at, { name: 'Second', featured: true, certifications: [] });
    await admin('PATCH', at, { name: 'Third', bio: null, displayOrder: 9 });
    const [third, second, first] = await historyOf(site, at);
    return { ...site, item, at, ids: { first: first?.id, second: second?.id, third: third?.id } };
  }

  test('comes back with all its fields, and the list keeps its order', async () => {
    const { admin, visitor, at, ids, item } = await withVersions();
    const restored = (await admin('POST', `${at}/restore`, { entryId: ids.second })).json();
    expect(restored).toEqual({
      ...item,
      name: 'Second',
      certifications: [],
      displayOrder: 9,
      updatedAt: restored.updatedAt,
    });
    expect((await visitor('GET', at)).json()).toEqual(restored);
    const [entry] = await historyOf({ admin }, at);
    expect(entry).toMatchObject({
      action: 'restored',
      before: { name: 'Third' },
      after: { name: 'Second' },
    });
  });

  test('comes back from before an entry too', async () => {
    const { admin, at, ids } = await withVersions();
    const wanted = { entryId: ids.second, side: 'before' };
    expect((await admin('POST', `${at}/restore`, wanted)).json().name).toBe('Marisol Vega');
  });

  test('that is there already leaves no new entry', async () => {
    const { admin, at, ids } = await withVersions();
    expect((await admin('POST', `${at}/restore`, { entryId: ids.third })).statusCode).toBe(200);
    expect(await historyOf({ admin }, at)).toHaveLength(3);
  });

  test('comes back after the deletion too', async () => {
    const { admin, at, ids, item } = await withVersions();
    await admin('DELETE', at);
    const restored = (await admin('POST', `${at}/restore`, { entryId: ids.first })).json();
    expect(restored).toEqual({ ...item, displayOrder: 9, updatedAt: restored.updatedAt });
    await admin('DELETE', at);
    const [deleted] = await historyOf({ admin }, at);
    const again = await admin('POST', `${at}/restore`, { entryId: deleted?.id });
    expect(again.json().name).toBe('Marisol Vega');
  });

  test('is on the public page in the very next request', async () => {
    const { admin, visitor, at, ids } = await withVersions();
    expect((await visitor('GET', '/talent')).body).toContain('Third');
    await admin('POST', `${at}/restore`, { entryId: ids.first });
    expect((await visitor('GET', '/talent')).body).toContain('Marisol Vega');
    await admin('DELETE', at);
    expect((await visitor('GET', '/talent')).body).not.toContain('Marisol Vega');
    await admin('POST', `${at}/restore`);
    expect((await visitor('GET', '/talent')).body).toContain('Marisol Vega');
  });

  /** Makes the stored first version one that was written under other rules. */
  async function rewriteFirst(site: Pick<Site, 'db'>, id: string | undefined, edit: object) {
    const row = await site.db
      .selectFrom('audit')
      .select('after')
      .where('id', '=', id ?? '')
      .executeTakeFirstOrThrow();
    const after = JSON.stringify({ ...JSON.parse(row.after ?? ''), ...edit });
    await site.db
      .updateTable('audit')
      .set({ after })
      .where('id', '=', id ?? '')
      .execute();
  }

  test('that breaks a rule of today is refused, and says which', async () => {
    const site = await withVersions();
    const { admin, visitor, at, ids } = site;
    await rewriteFirst(site, ids.first, { status: 'on leave', skills: [] });
    const refused = await admin('POST', `${at}/restore`, { entryId: ids.first });
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({
      code: 'conflict',
      fields: { status: expect.any(String), skills: 'At least one skill is required' },
    });
    expect((await visitor('GET', at)).json().name).toBe('Third');
  });

  test('from before a field was there gets its default, and drops one that is gone', async () => {
    const site = await withVersions();
    const { admin, at, ids, item } = site;
    await rewriteFirst(site, ids.first, { certifications: undefined, shoeSize: 44 });
    const restored = (await admin('POST', `${at}/restore`, { entryId: ids.first })).json();
    expect(restored).toEqual({
      ...item,
      certifications: [],
      displayOrder: 9,
      updatedAt: restored.updatedAt,
    });
  });

  test('is kept for a year', async () => {
    const site = await withVersions();
    const { db, at, ids } = site;
    const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
    const age = (id: string | undefined, days: number) =>
      db
        .updateTable('audit')
        .set({ at: ago(days) })
        .where('id', '=', id ?? '')
        .execute();
    await age(ids.first, auditDays + 1);
    await age(ids.second, auditDays - 1);
    await purgeAudit(db);
    expect((await historyOf(site, at)).map(({ id }) => id)).toEqual([ids.third, ids.second]);
  });

  test('names nobody once the user is gone', async () => {
    const site = await withVersions();
    const now = new Date().toISOString();
    const user = { id: 'other', username: 'other', password: '', role: 'admin', email: null };
    await site.db
      .insertInto('users')
      .values({ ...user, createdAt: now })
      .execute();
    await site.db
      .updateTable('audit')
      .set({ userId: 'other' })
      .where('id', '=', site.ids.second ?? '')
      .execute();
    const names = async () => (await historyOf(site, site.at)).map(({ by }) => by);
    expect(await names()).toEqual(['admin', 'other', 'admin']);
    await site.db.deleteFrom('users').where('id', '=', 'other').execute();
    expect(await names()).toEqual(['admin', null, 'admin']);
  });
});
