import { describe, expect, test } from 'vitest';
import { sampleItems } from '../support/samples';
import { createTestApp } from '../support/test-app';

describe('talents on the home page', () => {
  test('are the first nine by default, and the marked ones once the owner marks any', async () => {
    const { admin, visitor } = await createTestApp();
    const ids: string[] = [];
    for (let index = 0; index < 11; index += 1) {
      const body = { ...sampleItems.talents, name: `Person ${index}.`, onHome: false };
      ids.push((await admin('POST', '/api/talents', body)).json().id);
    }
    const listHome = async () => {
      const { talents, total } = (await visitor('GET', '/api/talents/home')).json();
      expect(total).toBe(11);
      return talents.map(({ id }: { id: string }) => id);
    };
    expect(await listHome()).toEqual(ids.slice(0, 9));
    expect((await visitor('GET', '/')).body).not.toContain('Person 9.');
    await admin('PATCH', `/api/talents/${ids[10]}`, { onHome: true });
    expect(await listHome()).toEqual([ids[10]]);
    expect((await visitor('GET', '/')).body).toContain('Person 10.');
  });
});
