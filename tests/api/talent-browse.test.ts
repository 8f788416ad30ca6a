import { expect, test } from 'vitest';
import { sampleItems } from '../samples';
import { testApp } from '../test-app';

type Site = Awaited<ReturnType<typeof testApp>>;

/** A site with 30 receptionists, `Person 1` to `Person 30`, and one operations manager. */
async function crowd() {
  const site = await testApp();
  const ids: string[] = [];
  for (let number = 1; number <= 30; number += 1) {
    const created = await site.admin('POST', '/api/talents', {
      ...sampleItems.talents,
      name: `Person ${number}`,
      role: 'Receptionist',
    });
    ids.push(created.json().id);
  }
  await site.admin('POST', '/api/talents', {
    ...sampleItems.talents,
    name: 'The manager',
    role: 'Operations Manager',
  });
  return { ...site, ids };
}

const browse = async (site: Pick<Site, 'visitor'>, query = '') =>
  (await site.visitor('GET', `/api/talents/browse${query}`)).json();

const names = (found: { talents: { name: string }[] }) => found.talents.map(({ name }) => name);

test('the browser gives a page of 24, how many match, and how many each option names', async () => {
  const site = await crowd();
  const first = await browse(site);
  expect(names(first)).toHaveLength(24);
  expect(names(first)[0]).toBe('Person 1');
  expect(first.total).toBe(31);
  expect(first.counts.role).toEqual({
    'executive assistant': 0,
    'operations manager': 1,
    receptionist: 30,
    'customer support': 0,
  });
  expect(names(await browse(site, '?page=2'))).toEqual([
    ...Array.from({ length: 6 }, (_, index) => `Person ${index + 25}`),
    'The manager',
  ]);
});

test('what is asked for narrows list and total, not the counts; a page behind the last is the last', async () => {
  const site = await crowd();
  const managers = await browse(site, '?role=operations%20manager&page=9');
  expect(names(managers)).toEqual(['The manager']);
  expect(managers.total).toBe(1);
  expect(managers.counts.role.receptionist).toBe(30);
  expect(await browse(site, '?role=Operations+Manager&seniority=Junior')).toMatchObject({
    talents: [],
    total: 0,
  });
});

test('a change is in the very next answer', async () => {
  const site = await crowd();
  await browse(site);
  await site.admin('PATCH', `/api/talents/${site.ids[0]}`, { name: 'Renamed' });
  expect(names(await browse(site))[0]).toBe('Renamed');
  await site.admin('DELETE', `/api/talents/${site.ids[0]}`);
  expect((await browse(site)).total).toBe(30);
});

test('the talents of a shortlist come in its order, without those that are gone', async () => {
  const site = await crowd();
  const [one = '', two = '', three = ''] = site.ids;
  await site.admin('DELETE', `/api/talents/${two}`);
  const answer = await site.visitor('GET', `/api/talents/named?ids=${three},${two},${one}`);
  expect(answer.json().map(({ name }: { name: string }) => name)).toEqual(['Person 3', 'Person 1']);
});

test.each([
  ['/api/talents/browse?page=0', 'page'],
  ['/api/talents/browse?page=x', 'page'],
  ['/api/talents/named', 'ids'],
  ["/api/talents/named?ids=a'b", 'ids'],
  [`/api/talents/named?ids=${'a,'.repeat(3_000)}a`, 'ids'],
])('%.60s is refused', async (url, field) => {
  const { visitor } = await testApp();
  const answer = await visitor('GET', url);
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json().fields)).toEqual([field]);
});
