import { describe, expect, test } from 'vitest';
import { collections } from '../../src/collections';
import { sampleItems } from '../samples';
import { testApp } from '../test-app';

describe.each(collections.map((collection) => collection.path))('deleted %s', (path) => {
  const url = `/api/${path}`;

  async function withDeleted(count: number) {
    const site = await testApp();
    const ids: string[] = [];
    for (let made = 0; made < count; made += 1) {
      const { id } = (await site.admin('POST', url, sampleItems[path])).json();
      await site.admin('DELETE', `${url}/${id}`);
      ids.push(id);
    }
    const deleted = async (): Promise<string[]> =>
      (await site.admin('GET', `${url}/deleted`))
        .json()
        .map((item: { itemId: string }) => item.itemId);
    return { ...site, ids, deleted };
  }

  test('are listed with what they were, the latest first, until they are back', async () => {
    const { admin, ids, deleted } = await withDeleted(2);
    const [first, second] = ids;
    const [latest] = (await admin('GET', `${url}/deleted`)).json();
    expect(latest).toEqual({
      itemId: second,
      at: expect.any(String),
      by: 'admin',
      before: expect.objectContaining({ ...sampleItems[path], id: second }),
    });
    expect(await deleted()).toEqual([second, first]);
    await admin('POST', `${url}/${second}/restore`);
    expect(await deleted()).toEqual([first]);
    await admin('DELETE', `${url}/${second}`);
    expect(await deleted()).toEqual([second, first]);
  });

  test('come in pages', async () => {
    const { admin, ids } = await withDeleted(3);
    const first = await admin('GET', `${url}/deleted?limit=2`);
    const next = /<(.*)>; rel="next"/.exec(String(first.headers.link))?.[1] ?? '';
    const second = await admin('GET', next);
    const read = [...first.json(), ...second.json()].map(({ itemId }) => itemId);
    expect(read).toEqual(ids.toReversed());
    expect(second.headers.link).toBeUndefined();
  });

  test('can be forgotten: nothing of them is left, nor a way back', async () => {
    const { admin, db, ids, deleted } = await withDeleted(2);
    const at = `${url}/${ids[0]}`;
    expect((await admin('DELETE', `${at}/history`)).statusCode).toBe(204);
    expect(await deleted()).toEqual([ids[1]]);
    expect((await admin('GET', `${at}/history`)).json()).toEqual([
      expect.objectContaining({ action: 'deleted', by: 'admin', before: null, after: null }),
    ]);
    expect((await admin('POST', `${at}/restore`)).statusCode).toBe(404);
    expect((await admin('DELETE', `${at}/history`)).statusCode).toBe(404);
    await admin('DELETE', `${url}/${ids[1]}/history`);
    const kept = await db.selectFrom('audit').select(['before', 'after']).execute();
    expect(kept).toEqual([
      { before: null, after: null },
      { before: null, after: null },
    ]);
  });

  test('can be forgotten only when they are deleted', async () => {
    const { admin, ids } = await withDeleted(1);
    await admin('POST', `${url}/${ids[0]}/restore`);
    const refused = await admin('DELETE', `${url}/${ids[0]}/history`);
    expect(refused.statusCode).toBe(409);
    expect(refused.json().message).toMatch(/^This .* is still there\.$/);
    expect((await admin('DELETE', `${url}/never-was/history`)).statusCode).toBe(404);
    expect((await admin('GET', `${url}/${ids[0]}/history`)).json()).toHaveLength(3);
  });

  test('are the admin’s alone', async () => {
    const { visitor, ids, deleted } = await withDeleted(1);
    expect((await visitor('GET', `${url}/deleted`)).statusCode).toBe(401);
    expect((await visitor('DELETE', `${url}/${ids[0]}/history`)).statusCode).toBe(401);
    expect(await deleted()).toEqual(ids);
  });
});
