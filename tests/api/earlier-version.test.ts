import { describe, expect, test } from 'vitest';
import { purgeHistory } from '../../src/app/feature-hooks.server';
import { auditRetentionDays } from '../../src/foundation/audit/store.server';
import { readHistory } from '../support/collection-site';
import { sampleItems } from '../support/samples';
import { createTestApp, type TestSite } from '../support/test-app';

describe('versions of a talent', () => {
  const url = '/api/talents';

  async function createSiteWithVersions() {
    const site = await createTestApp();
    const { admin } = site;
    const item = (await admin('POST', url, sampleItems.talents)).json();
    const itemUrl = `${url}/${item.id}`;
    await admin('PATCH', itemUrl, { name: 'Second', featured: true, certifications: [] });
    await admin('PATCH', itemUrl, { name: 'Third', bio: null, displayOrder: 9 });
    const [third, second, first] = await readHistory(site, itemUrl);
    return {
      ...site,
      item,
      itemUrl,
      ids: { first: first?.id, second: second?.id, third: third?.id },
    };
  }

  describe('POST /api/talents/:id/restore', () => {
    test('restores all fields of a version but keeps the current position in the list', async () => {
      const { admin, visitor, itemUrl, ids, item } = await createSiteWithVersions();
      const restored = (await admin('POST', `${itemUrl}/restore`, { entryId: ids.second })).json();
      expect(restored).toEqual({
        ...item,
        name: 'Second',
        certifications: [],
        displayOrder: 9,
        updatedAt: restored.updatedAt,
      });
      expect((await visitor('GET', itemUrl)).json()).toEqual(restored);
      const [entry] = await readHistory({ admin }, itemUrl);
      expect(entry).toMatchObject({
        action: 'restored',
        before: { name: 'Third' },
        after: { name: 'Second' },
      });
    });

    test('restores the version before an entry, and adds no entry when the version is the current one', async () => {
      const { admin, itemUrl, ids } = await createSiteWithVersions();
      const restore = (body: object) => admin('POST', `${itemUrl}/restore`, body);
      expect((await restore({ entryId: ids.third })).statusCode).toBe(200);
      expect(await readHistory({ admin }, itemUrl)).toHaveLength(3);
      const before = await restore({ entryId: ids.second, side: 'before' });
      expect(before.json().name).toBe('Marisol Vega');
    });

    test('restores a deleted talent from its first version or from its deletion', async () => {
      const { admin, itemUrl, ids, item } = await createSiteWithVersions();
      await admin('DELETE', itemUrl);
      const restored = (await admin('POST', `${itemUrl}/restore`, { entryId: ids.first })).json();
      expect(restored).toEqual({ ...item, displayOrder: 9, updatedAt: restored.updatedAt });
      await admin('DELETE', itemUrl);
      const [deleted] = await readHistory({ admin }, itemUrl);
      const again = await admin('POST', `${itemUrl}/restore`, { entryId: deleted?.id });
      expect(again.json().name).toBe('Marisol Vega');
    });

    test('changes the public page in the next request', async () => {
      const { admin, visitor, itemUrl, ids } = await createSiteWithVersions();
      expect((await visitor('GET', '/talent')).body).toContain('Third');
      await admin('POST', `${itemUrl}/restore`, { entryId: ids.first });
      expect((await visitor('GET', '/talent')).body).toContain('Marisol Vega');
      await admin('DELETE', itemUrl);
      expect((await visitor('GET', '/talent')).body).not.toContain('Marisol Vega');
      await admin('POST', `${itemUrl}/restore`);
      expect((await visitor('GET', '/talent')).body).toContain('Marisol Vega');
    });

    /** Edits a stored version, as if another release with other rules had written it. */
    async function rewriteVersion(
      site: Pick<TestSite, 'db'>,
      id: string | undefined,
      edit: object,
    ) {
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
      const site = await createSiteWithVersions();
      const { admin, visitor, itemUrl, ids } = site;
      await rewriteVersion(site, ids.first, { status: 'on leave', skills: [] });
      const refused = await admin('POST', `${itemUrl}/restore`, { entryId: ids.first });
      expect(refused.statusCode).toBe(409);
      expect(refused.json()).toMatchObject({
        code: 'conflict',
        fields: { status: expect.any(String), skills: 'At least one skill is required' },
      });
      expect((await visitor('GET', itemUrl)).json().name).toBe('Third');
    });

    test('fills in defaults for new fields and drops removed ones in an old version', async () => {
      const site = await createSiteWithVersions();
      const { admin, itemUrl, ids, item } = site;
      await rewriteVersion(site, ids.first, { certifications: undefined, shoeSize: 44 });
      const restored = (await admin('POST', `${itemUrl}/restore`, { entryId: ids.first })).json();
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
      const site = await createSiteWithVersions();
      const { db, itemUrl, ids } = site;
      const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3_600_000).toISOString();
      const setAge = (id: string | undefined, days: number) =>
        db
          .updateTable('audit')
          .set({ at: daysAgo(days) })
          .where('id', '=', id ?? '')
          .execute();
      await setAge(ids.first, auditRetentionDays + 1);
      await setAge(ids.second, auditRetentionDays - 1);
      await purgeHistory(db);
      expect((await readHistory(site, itemUrl)).map(({ id }) => id)).toEqual([
        ids.third,
        ids.second,
      ]);
    });

    test('shows no name in entries of a deleted user', async () => {
      const site = await createSiteWithVersions();
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
      const listUsers = async () => (await readHistory(site, site.itemUrl)).map(({ by }) => by);
      expect(await listUsers()).toEqual(['admin', 'other', 'admin']);
      await site.db.deleteFrom('users').where('id', '=', 'other').execute();
      expect(await listUsers()).toEqual(['admin', null, 'admin']);
    });
  });
});
