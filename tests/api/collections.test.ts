import { describe, expect, test } from 'vitest';
import { collections } from '../../src/content/collections/collections';
import { readContentVersion } from '../../src/db/content-version.server';
import { maxInteger } from '../../src/lib/schema';
import { shareCollectionSite } from '../support/collection-site';
import { sampleItems } from '../support/samples';

describe.each(collections.map(({ path, defaults }) => ({ path, defaults })))(
  '/api/$path',
  ({ path, defaults }) => {
    const sample = sampleItems[path];
    const url = `/api/${path}`;

    const createSiteWithItems = shareCollectionSite(path);

    test('returns a created item with its defaults, and shows it to visitors', async () => {
      const { admin, visitor } = await createSiteWithItems(0);
      const created = await admin('POST', url, sample);
      expect(created.statusCode).toBe(201);
      expect(created.json()).toEqual({
        ...defaults,
        ...sample,
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        displayOrder: 0,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        updatedAt: created.json().createdAt,
        state: 'published',
        publishAt: null,
        unpublishAt: null,
      });
      expect((await visitor('GET', url)).json()).toEqual([created.json()]);
      expect((await visitor('GET', `${url}/${created.json().id}`)).json()).toEqual(created.json());
    });

    test('adds an item after one at the largest position', async () => {
      const { admin, ids } = await createSiteWithItems(1);
      await admin('PATCH', `${url}/${ids[0]}`, { displayOrder: maxInteger });
      const created = (await admin('POST', url, sample)).json();
      expect(created.displayOrder).toBe(maxInteger);
      const list: { id: string }[] = (await admin('GET', url)).json();
      expect(list.map(({ id }) => id)).toEqual([ids[0], created.id]);
    });

    test('updates only the fields that a PATCH sends, and does not reset others to defaults', async () => {
      const { admin, ids } = await createSiteWithItems(1);
      const before = (await admin('GET', `${url}/${ids[0]}`)).json();
      for (const [field, value] of Object.entries(sample)) {
        const changed = await admin('PATCH', `${url}/${ids[0]}`, { [field]: value });
        expect(changed.statusCode, field).toBe(200);
        expect(changed.json(), field).toEqual(before);
      }
      expect((await admin('PATCH', `${url}/${ids[0]}`, {})).json()).toEqual(before);
      const moved = await admin('PATCH', `${url}/${ids[0]}`, { displayOrder: '7' });
      expect(moved.json()).toEqual({
        ...before,
        displayOrder: 7,
        updatedAt: expect.stringMatching(/Z$/),
      });
      expect(moved.json().updatedAt > before.updatedAt).toBe(true);
    });

    test('ignores id, dates and unknown fields in the body', async () => {
      const { admin, ids } = await createSiteWithItems(1);
      const dates = {
        createdAt: '1999-01-01T00:00:00.000Z',
        updatedAt: '1999-01-01T00:00:00.000Z',
      };
      const forged = { ...sample, ...dates, id: 'mine', extra: 1 };
      const created = (await admin('POST', url, forged)).json();
      expect(created.id).not.toBe('mine');
      expect(created.createdAt).not.toContain('1999');
      expect(created.updatedAt).not.toContain('1999');
      expect(created).not.toHaveProperty('extra');
      const patched = await admin('PATCH', `${url}/${ids[0]}`, { id: 'mine', ...dates });
      expect(patched.json()).toMatchObject({ id: ids[0] });
      expect(patched.json().createdAt).not.toContain('1999');
      expect(patched.json().updatedAt).not.toContain('1999');
    });

    test('deletes an item, and returns 404 for it afterwards', async () => {
      const { admin, ids, listIds } = await createSiteWithItems(2);
      expect((await admin('DELETE', `${url}/${ids[0]}`)).statusCode).toBe(204);
      expect(await listIds()).toEqual([ids[1]]);
      const again = await admin('DELETE', `${url}/${ids[0]}`);
      expect(again.statusCode).toBe(404);
      expect(again.json()).toMatchObject({ code: 'not_found', message: expect.any(String) });
      for (const version of ['*', '"stale"']) {
        const headers = { 'if-match': version };
        const changed = await admin('PATCH', `${url}/${ids[0]}`, sample, headers);
        expect(changed.statusCode).toBe(404);
      }
      expect((await admin('GET', `${url}/${ids[0]}`)).statusCode).toBe(404);
    });

    test('lists items in the order of their creation, until they are reordered by exactly their ids', async () => {
      const { admin, ids, listIds } = await createSiteWithItems(3);
      const reorder = (orderedIds: unknown[]) => admin('POST', `${url}/reorder`, { orderedIds });
      const [first, ...others] = ids;
      for (const wrong of [
        others,
        [...others, 'unknown'],
        [...ids, 'unknown'],
        [...others, others[0]],
        [],
      ]) {
        const refused = await reorder(wrong);
        expect(refused.statusCode, wrong.join()).toBe(409);
        expect(refused.json().code).toBe('conflict');
        expect(await listIds()).toEqual(ids);
      }
      expect((await reorder([...others, first])).statusCode).toBe(200);
      expect(await listIds()).toEqual([...others, first]);
    });

    test('keeps an order that is not the one that a reorder is based on', async () => {
      const { admin, ids, listIds } = await createSiteWithItems(3);
      const [first, second, third] = ids;
      const move = (orderedIds: unknown[], id: unknown, from: number) =>
        admin('POST', `${url}/reorder`, { orderedIds, moved: { id, from } });
      const next = [third, first, second];
      expect((await move(next, third, 2)).statusCode).toBe(200);
      for (const refused of [
        await move([second, first, third], first, 0),
        await move([first, third, second], first, 2),
        await move([first, third, second], 'unknown', 1),
      ]) {
        expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict']);
      }
      expect(await listIds()).toEqual(next);
      expect((await move([first, third, second], first, 1)).statusCode).toBe(200);
    });

    test('stores one of the two orders completely when two reorders arrive at once', async () => {
      const { admin, ids, listIds } = await createSiteWithItems(4);
      const forward = [ids[1], ids[0], ids[3], ids[2]];
      const backward = [...ids].reverse();
      await Promise.all([
        admin('POST', `${url}/reorder`, { orderedIds: forward }),
        admin('POST', `${url}/reorder`, { orderedIds: backward }),
      ]);
      expect([forward, backward]).toContainEqual(await listIds());
    });

    test('increments the content version with each change', async () => {
      const { admin, db, ids } = await createSiteWithItems(1);
      const readVersion = async () => Number(await readContentVersion(db));
      const start = await readVersion();
      await admin('POST', url, sample);
      await admin('PATCH', `${url}/${ids[0]}`, { displayOrder: 7 });
      await admin('DELETE', `${url}/${ids[0]}`);
      expect(await readVersion()).toBe(start + 3);
      await admin('DELETE', `${url}/${ids[0]}`);
      expect(await readVersion()).toBe(start + 3);
    });
  },
);
