import { describe, expect, test } from 'vitest';
import { collections } from '../../src/collections';
import { sampleItems } from '../samples';
import { testApp } from '../test-app';

describe.each(collections.map(({ path, defaults }) => ({ path, defaults })))(
  'the collection $path',
  ({ path, defaults }) => {
    const sample = sampleItems[path];
    const url = `/api/${path}`;

    async function appWith(count: number) {
      const site = await testApp();
      const ids: string[] = [];
      for (let made = 0; made < count; made += 1) {
        ids.push((await site.admin('POST', url, sample)).json().id);
      }
      const listed = async () =>
        (await site.visitor('GET', url)).json().map((item: { id: string }) => item.id);
      return { ...site, ids, listed };
    }

    test('answers a new item as it was sent, and visitors read it', async () => {
      const { admin, visitor } = await appWith(0);
      const created = await admin('POST', url, sample);
      expect(created.statusCode).toBe(201);
      expect(created.json()).toEqual({
        ...defaults,
        ...sample,
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        displayOrder: 0,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        updatedAt: created.json().createdAt,
      });
      expect((await visitor('GET', url)).json()).toEqual([created.json()]);
      expect((await visitor('GET', `${url}/${created.json().id}`)).json()).toEqual(created.json());
    });

    test('puts a new item last', async () => {
      const { ids, listed } = await appWith(3);
      expect(await listed()).toEqual(ids);
    });

    test('changes what is sent and nothing else, and no default comes back', async () => {
      const { admin, ids } = await appWith(1);
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

    test('keeps its id and its date whatever is sent', async () => {
      const { admin, ids } = await appWith(1);
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

    test('deletes an item once', async () => {
      const { admin, ids, listed } = await appWith(2);
      expect((await admin('DELETE', `${url}/${ids[0]}`)).statusCode).toBe(204);
      expect(await listed()).toEqual([ids[1]]);
      const again = await admin('DELETE', `${url}/${ids[0]}`);
      expect(again.statusCode).toBe(404);
      expect(again.json()).toMatchObject({ code: 'not_found', message: expect.any(String) });
      expect((await admin('PATCH', `${url}/${ids[0]}`, sample)).statusCode).toBe(404);
      expect((await admin('GET', `${url}/${ids[0]}`)).statusCode).toBe(404);
    });

    test('takes a new order of exactly the stored ids', async () => {
      const { admin, ids, listed } = await appWith(3);
      const order = [ids[2], ids[0], ids[1]];
      const reordered = await admin('POST', `${url}/reorder`, { orderedIds: order });
      expect(reordered.statusCode).toBe(200);
      expect(await listed()).toEqual(order);
    });

    test.each([
      ['one missing', (ids: string[]) => ids.slice(1)],
      ['one unknown', (ids: string[]) => [...ids.slice(1), 'unknown']],
      ['one too many', (ids: string[]) => [...ids, 'unknown']],
      ['one twice', (ids: string[]) => [...ids.slice(1), ids[1]]],
      ['none', () => []],
    ])('refuses an order with %s, and keeps the one it has', async (_, broken) => {
      const { admin, ids, listed } = await appWith(3);
      const refused = await admin('POST', `${url}/reorder`, { orderedIds: broken(ids) });
      expect(refused.statusCode).toBe(409);
      expect(refused.json().code).toBe('conflict');
      expect(await listed()).toEqual(ids);
    });

    test('leaves a complete order behind when two reorders arrive at once', async () => {
      const { admin, ids, listed } = await appWith(4);
      const forward = [ids[1], ids[0], ids[3], ids[2]];
      const backward = [...ids].reverse();
      await Promise.all([
        admin('POST', `${url}/reorder`, { orderedIds: forward }),
        admin('POST', `${url}/reorder`, { orderedIds: backward }),
      ]);
      expect([forward, backward]).toContainEqual(await listed());
    });

    test('is changed by nobody but the admin', async () => {
      const { visitor, ids, listed } = await appWith(1);
      const attempts = [
        await visitor('POST', url, sample),
        await visitor('PATCH', `${url}/${ids[0]}`, sample),
        await visitor('DELETE', `${url}/${ids[0]}`),
        await visitor('POST', `${url}/reorder`, { orderedIds: ids }),
      ];
      for (const response of attempts) {
        expect(response.statusCode).toBe(401);
        expect(response.json().code).toBe('unauthenticated');
      }
      expect(await listed()).toEqual(ids);
    });

    test('raises the content version with each change', async () => {
      const { admin, db, ids } = await appWith(1);
      const version = async () =>
        Number(
          (
            await db
              .selectFrom('siteState')
              .select('value')
              .where('key', '=', 'content_version')
              .executeTakeFirstOrThrow()
          ).value,
        );
      const start = await version();
      await admin('POST', url, sample);
      await admin('PATCH', `${url}/${ids[0]}`, sample);
      await admin('DELETE', `${url}/${ids[0]}`);
      expect(await version()).toBe(start + 3);
      await admin('DELETE', `${url}/${ids[0]}`);
      expect(await version()).toBe(start + 3);
    });
  },
);
