import { describe, expect, test } from 'vitest';
import { collections } from '../../src/content/collections/collections';
import { HOUR } from '../../src/lib/time/durations';
import { sampleItems } from '../support/samples';
import { createTestApp, shareSite } from '../support/test-app';

const inAnHour = () => new Date(Date.now() + HOUR).toISOString();

describe.each(collections)('an incomplete draft in /api/$path', ({ path, blanks, nameField }) => {
  const required = Object.keys(blanks);
  const site = shareSite(createTestApp);
  const url = `/api/${path}`;
  const create = async (values: object) => site().admin('POST', url, values);

  test('is stored without any required field, has a name in its history, and comes back when its deletion is undone', async () => {
    const response = await create({ state: 'draft' });
    expect(response.statusCode, response.body).toBe(201);
    expect(response.json()).toMatchObject({ ...blanks, state: 'draft' });
    const { id } = response.json();
    expect((await site().admin('GET', `${url}/${id}/history`)).body).toContain('created');
    await site().admin('DELETE', `${url}/${id}`);
    const restored = await site().admin('POST', `${url}/${id}/restore`, {});
    expect(restored.json()).toMatchObject({ ...blanks, id, state: 'draft' });
  });

  test('names each missing field when it is published or scheduled, and stays a draft', async () => {
    const { id } = (await create({ state: 'draft' })).json();
    for (const change of [{ state: 'published' }, { publishAt: inAnHour() }]) {
      const refused = await site().admin('PATCH', `${url}/${id}`, change);
      expect(refused.statusCode).toBe(400);
      expect(refused.json()).toMatchObject({ code: 'invalid' });
      expect(Object.keys(refused.json().fields).sort()).toEqual([...required].sort());
    }
    expect((await site().admin('GET', `${url}/${id}`)).json().state).toBe('draft');
  });

  test('is published once it is complete, and can then no longer lose a required field', async () => {
    const { id } = (await create({ state: 'draft' })).json();
    const published = { ...sampleItems[path], state: 'published' };
    expect((await site().admin('PATCH', `${url}/${id}`, published)).statusCode).toBe(200);
    const refused = await site().admin('PATCH', `${url}/${id}`, { [nameField]: ' ' });
    expect(refused.statusCode).toBe(400);
    expect(Object.keys(refused.json().fields)).toEqual([nameField]);
  });

  test('is no way to publish an incomplete item: not with others, not from the history', async () => {
    const { id } = (await create({ ...sampleItems[path], state: 'draft' })).json();
    const cleared = await site().admin('PATCH', `${url}/${id}`, { [nameField]: '' });
    expect(cleared.json()).toMatchObject({ [nameField]: '', state: 'draft' });
    const changes = [{ id, values: { state: 'published' } }];
    expect((await site().admin('POST', `${url}/update`, { changes })).statusCode).toBe(400);

    const [entry] = (await site().admin('GET', `${url}/${id}/history`)).json();
    const published = { state: 'published', [nameField]: 'Complete' };
    await site().admin('PATCH', `${url}/${id}`, published);
    const restored = await site().admin('POST', `${url}/${id}/restore`, {
      entryId: entry.id,
      side: 'after',
    });
    expect(restored.statusCode).toBe(409);
    expect((await site().visitor('GET', `${url}/${id}`)).json()[nameField]).toBe('Complete');
  });

  test.each([null, []])('is not %j', async (body) => {
    expect((await create(body as object)).statusCode).toBe(400);
  });
});
