import { describe, expect, test } from 'vitest';
import { collections } from '../../src/collections';
import { sampleItems } from '../samples';
import { testApp } from '../test-app';

/** A change of one field that every value of a collection's sample differs from. */
const changes = {
  talents: { name: 'Ines Calder' },
  'case-studies': { clientName: 'Brightside' },
  packages: { name: 'Light PM' },
  stats: { value: '48 h' },
};

const labels = {
  talents: 'talent',
  'case-studies': 'case study',
  packages: 'package',
  stats: 'stat',
};

describe.each(collections.map((collection) => collection.path))('a version of %s', (path) => {
  const url = `/api/${path}`;
  const change = changes[path];

  async function withItem() {
    const site = await testApp();
    const item = (await site.admin('POST', url, sampleItems[path])).json();
    const patch = (version: string | undefined, payload: object = change) =>
      site.admin('PATCH', `${url}/${item.id}`, payload, version ? { 'if-match': version } : {});
    return { ...site, item, patch, at: `${url}/${item.id}` };
  }

  test('is the tag that the item is read with, and rises with each change', async () => {
    const { visitor, patch, item, at } = await withItem();
    expect((await visitor('GET', at)).headers.etag).toBe(`"${item.updatedAt}"`);
    const versions = [item.updatedAt];
    for (const displayOrder of [1, 2, 3, 4]) {
      const changed = await patch(undefined, { displayOrder });
      versions.push(changed.json().updatedAt);
      expect(changed.headers.etag).toBe(`"${changed.json().updatedAt}"`);
    }
    expect(versions).toEqual([...new Set(versions)].sort());
    expect((await visitor('GET', at)).headers.etag).toBe(`"${versions.at(-1)}"`);
  });

  test('stays when a change changes nothing, a move counts as one', async () => {
    const { admin, visitor, patch, item, at } = await withItem();
    expect((await patch(undefined, sampleItems[path])).json()).toEqual(item);
    const other = (await admin('POST', url, sampleItems[path])).json();
    await admin('POST', `${url}/reorder`, { orderedIds: [other.id, item.id] });
    expect((await visitor('GET', at)).json().updatedAt > item.updatedAt).toBe(true);
  });

  test('lets a change through that was made from it', async () => {
    const { patch, item } = await withItem();
    const tag = `"${item.updatedAt}"`;
    expect((await patch(`"another", ${tag}`)).json()).toMatchObject(change);
    expect((await patch('*', sampleItems[path])).statusCode).toBe(200);
    expect((await patch(undefined)).statusCode).toBe(200);
  });

  test('refuses a change that was made from an older one, and says so', async () => {
    const { visitor, patch, item, at } = await withItem();
    const tag = `"${item.updatedAt}"`;
    const changed = (await patch(tag)).json();
    for (const old of [tag, `W/"${changed.updatedAt}"`, '"never was"']) {
      const refused = await patch(old, sampleItems[path]);
      expect(refused.statusCode, old).toBe(412);
      expect(refused.json()).toEqual({
        code: 'changed',
        message: `Someone else has changed this ${labels[path]} meanwhile.`,
      });
    }
    expect((await patch(tag, {})).statusCode).toBe(412);
    expect((await visitor('GET', at)).json()).toEqual(changed);
  });

  test('has to be written like a tag', async () => {
    const { patch, item } = await withItem();
    expect((await patch(item.updatedAt)).statusCode).toBe(400);
    expect((await patch(`"${'x'.repeat(500)}"`)).statusCode).toBe(400);
  });

  test('is of no use once the item is gone', async () => {
    const { admin, patch, item, at } = await withItem();
    await admin('DELETE', at);
    expect((await patch(`"${item.updatedAt}"`)).statusCode).toBe(404);
  });

  test('lets exactly one of several changes through that come at once', async () => {
    const { visitor, patch, item, at } = await withItem();
    const orders = [11, 12, 13, 14, 15, 16];
    const answers = await Promise.all(
      orders.map((displayOrder) => patch(`"${item.updatedAt}"`, { displayOrder })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      200,
      ...orders.slice(1).map(() => 412),
    ]);
    const winner = answers.find(({ statusCode }) => statusCode === 200);
    expect((await visitor('GET', at)).json()).toEqual(winner?.json());
  });
});
