import { describe, expect, test } from 'vitest';
import { sampleItems } from '../samples';
import { createTestApp } from '../test-app';

describe('several items', () => {
  test('are deleted and restored together, or not at all', async () => {
    const { admin, visitor } = await createTestApp();
    const ids: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      ids.push((await admin('POST', '/api/talents', sampleItems.talents)).json().id);
    }
    const [first = '', , last = ''] = ids;
    const count = async () => (await visitor('GET', '/api/talents')).json().length;
    const deleteAll = (chosen: string[]) => admin('POST', '/api/talents/delete', { ids: chosen });
    expect((await deleteAll([first, 'unknown'])).statusCode).toBe(404);
    expect(await count()).toBe(3);
    expect((await deleteAll([first, last])).statusCode).toBe(204);
    expect(await count()).toBe(1);
    const restored = await admin('POST', '/api/talents/restore', { ids: [first, last] });
    expect(restored.statusCode).toBe(200);
    const listed: { id: string }[] = (await visitor('GET', '/api/talents')).json();
    expect(listed.map(({ id }) => id)).toEqual(ids);
    expect((await deleteAll([])).statusCode).toBe(400);
  });
});

describe('POST /api/talents/update', () => {
  test('unpublishes and restores several talents together, or none', async () => {
    const { admin, visitor } = await createTestApp();
    const pendingName = 'Ana Maria.';
    const ids: string[] = [];
    for (const name of ['Ana.', 'Ben.', 'Cleo.']) {
      ids.push((await admin('POST', '/api/talents', { ...sampleItems.talents, name })).json().id);
    }
    const [ana = '', ben = ''] = ids;
    await admin('PATCH', `/api/talents/${ana}`, { pending: { name: pendingName } });
    const before = (await admin('GET', '/api/talents/all')).json();
    const change = (chosen: string[], values: object) =>
      admin('POST', '/api/talents/update', { changes: chosen.map((id) => ({ id, values })) });
    const listNames = async () =>
      (await visitor('GET', '/api/talents')).json().map(({ name }: { name: string }) => name);

    expect((await change([ana, 'unknown'], { state: 'draft' })).statusCode).toBe(404);
    expect((await change([ana, ben], { state: 'gone' })).statusCode).toBe(400);
    expect((await change([], { state: 'draft' })).statusCode).toBe(400);
    expect(await listNames()).toEqual(['Ana.', 'Ben.', 'Cleo.']);
    const down = await change([ana, ben], { state: 'draft' });
    expect(down.json()).toMatchObject([
      { id: ana, name: pendingName, state: 'draft', takenDownAt: expect.any(String) },
      { id: ben, state: 'draft', takenDownAt: expect.any(String) },
    ]);
    expect(await listNames()).toEqual(['Cleo.']);

    await admin('POST', '/api/talents/update', {
      changes: [
        { id: ana, values: { name: 'Ana.', state: 'published', pending: { name: pendingName } } },
        { id: ben, values: { state: 'published', pending: null } },
      ],
    });
    expect(await listNames()).toEqual(['Ana.', 'Ben.', 'Cleo.']);
    const withoutVersion = (items: Record<string, unknown>[]) =>
      items.map(({ updatedAt: _, ...item }) => item);
    const after = (await admin('GET', '/api/talents/all')).json();
    expect(withoutVersion(after)).toEqual(withoutVersion(before));
  });
});
