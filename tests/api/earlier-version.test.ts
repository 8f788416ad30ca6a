import { describe, expect, test } from 'vitest';
import type { AuditEntry } from '../../src/features/audit/audit-entry';
import { auditDays, purgeAudit } from '../../src/features/audit/audit-store.server';
import { sampleItems } from '../samples';
import { testApp } from '../test-app';

type Site = Awaited<ReturnType<typeof testApp>>;

const readHistory = async (
  { admin }: Pick<Site, 'admin'>,
  itemUrl: string,
): Promise<AuditEntry[]> => (await admin('GET', `${itemUrl}/history`)).json();

describe('versions of a talent', () => {
  const url = '/api/talents';

  async function siteWithVersions() {
    const site = await testApp();
    const { admin } = site;
    const item = (await admin('POST', url, sampleItems.talents)).json();
    const at = `${url}/${item.id}`;
    await admin('PATCH', at, { name: 'Second', featured: true, certifications: [] });
    await admin('PATCH', at, { name: 'Third', bio: null, displayOrder: 9 });
    const [third, second, first] = await readHistory(site, at);
    return { ...site, item, at, ids: { first: first?.id, second: second?.id, third: third?.id } };
  }

  describe('POST /api/talents/:id/restore', () => {
    test('restores all fields of a version but keeps the current position in the list', async () => {
      const { admin, visitor, at, ids, item } = await siteWithVersions();
      const restored = (await admin('POST', `${at}/restore`, { entryId: ids.second })).json();
      expect(restored).toEqual({
        ...item,
        name: 'Second',
        certifications: [],
        displayOrder: 9,
        updatedAt: restored.updatedAt,
      });
      expect((await visitor('GET', at)).json()).toEqual(restored);
      const [entry] = await readHistory({ admin }, at);
      expect(entry).toMatchObject({
        action: 'restored',
        before: { name: 'Third' },
        after: { name: 'Second' },
      });
    });

    test('restores the version before an entry', async () => {
      const { admin, at, ids } = await siteWithVersions();
      const body = { entryId: ids.second, side: 'before' };
      expect((await admin('POST', `${at}/restore`, body)).json().name).toBe('Marisol Vega');
    });

    test('adds no history entry when the version is the current one', async () => {
      const { admin, at, ids } = await siteWithVersions();
      expect((await admin('POST', `${at}/restore`, { entryId: ids.third })).statusCode).toBe(200);
      expect(await readHistory({ admin }, at)).toHaveLength(3);
    });

    test('restores a deleted talent from its first version or from its deletion', async () => {
      const { admin, at, ids, item } = await siteWithVersions();
      await admin('DELETE', at);
      const restored = (await admin('POST', `${at}/restore`, { entryId: ids.first })).json();
      expect(restored).toEqual({ ...item, displayOrder: 9, updatedAt: restored.updatedAt });
      await admin('DELETE', at);
      const [deleted] = await readHistory({ admin }, at);
      const again = await admin('POST', `${at}/restore`, { entryId: deleted?.id });
      expect(again.json().name).toBe('Marisol Vega');
    });

    test('changes the public page in the next request', async () => {
      const { admin, visitor, at, ids } = await siteWithVersions();
      expect((await visitor('GET', '/talent')).body).toContain('Third');
      await admin('POST', `${at}/restore`, { entryId: ids.first });
      expect((await visitor('GET', '/talent')).body).toContain('Marisol Vega');
      await admin('DELETE', at);
      expect((await visitor('GET', '/talent')).body).not.toContain('Marisol Vega');
      await admin('POST', `${at}/restore`);
      expect((await visitor('GET', '/talent')).body).toContain('Marisol Vega');
    });

    /** Edits a stored version, as if another release with other rules had written it. */
    async function rewriteVersion(site: Pick<Site, 'db'>, id: string | undefined, edit: object) {
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

    test('returns 409 with the invalid fields when the version breaks a current rule', async () => {
      const site = await siteWithVersions();
      const { admin, visitor, at, ids } = site;
      await rewriteVersion(site, ids.first, { status: 'on leave', skills: [] });
      const refused = await admin('POST', `${at}/restore`, { entryId: ids.first });
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({
        code: 'conflict',
        fields: { status: expect.any(String), skills: 'At least one skill is required' },
      });
      expect((await visitor('GET', at)).json().name).toBe('Third');
    });

    test('fills in defaults for new fields and drops removed ones in an old version', async () => {
      const site = await siteWithVersions();
      const { admin, at, ids, item } = site;
      await rewriteVersion(site, ids.first, { certifications: undefined, shoeSize: 44 });
      const restored = (await admin('POST', `${at}/restore`, { entryId: ids.first })).json();
      expect(restored).toEqual({
        ...item,
        certifications: [],
        displayOrder: 9,
        updatedAt: restored.updatedAt,
      });
    });
  });

  describe('history', () => {
    test('deletes entries older than the retention period and leaves newer ones', async () => {
      const site = await siteWithVersions();
      const { db, at, ids } = site;
      const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
      const setAge = (id: string | undefined, days: number) =>
        db
          .updateTable('audit')
          .set({ at: daysAgo(days) })
          .where('id', '=', id ?? '')
          .execute();
      await setAge(ids.first, auditDays + 1);
      await setAge(ids.second, auditDays - 1);
      await purgeAudit(db);
      expect((await readHistory(site, at)).map(({ id }) => id)).toEqual([ids.third, ids.second]);
    });

    test('shows no name in entries of a deleted user', async () => {
      const site = await siteWithVersions();
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
      const names = async () => (await readHistory(site, site.at)).map(({ by }) => by);
      expect(await names()).toEqual(['admin', 'other', 'admin']);
      await site.db.deleteFrom('users').where('id', '=', 'other').execute();
      expect(await names()).toEqual(['admin', null, 'admin']);
    });
  });
});
