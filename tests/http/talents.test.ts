import { describe, expect, test } from 'vitest';
import { sampleItems } from '../support/samples';
import { createTestApp, shareSite, type TestSite } from '../support/test-app';

/** A site with 30 receptionists, `Person 1` to `Person 30`, and one operations manager. */
async function siteWithTalents() {
  const site = await createTestApp();
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

const browse = async (site: Pick<TestSite, 'visitor'>, query = '') =>
  (await site.visitor('GET', `/api/talents/browse${query}`)).json();

const readNames = (page: { talents: { name: string }[] }) => page.talents.map(({ name }) => name);

describe('GET /api/talents/browse', () => {
  const getSite = shareSite(siteWithTalents);

  test('returns a page of 24, the total, and a count for each filter option', async () => {
    const site = getSite();
    const page = await browse(site);
    expect(readNames(page)).toHaveLength(24);
    expect(readNames(page)[0]).toBe('Person 1');
    expect(page.total).toBe(31);
    expect(page.counts.role).toEqual({
      'executive assistant': 0,
      'operations manager': 1,
      receptionist: 30,
      'customer support': 0,
    });
    expect(readNames(await browse(site, '?page=2'))).toEqual([
      ...Array.from({ length: 6 }, (_, index) => `Person ${index + 25}`),
      'The manager',
    ]);
  });

  test('filters the list and the total, and clamps the page to the last one', async () => {
    const site = getSite();
    const managers = await browse(site, '?role=operations%20manager&page=9');
    expect(readNames(managers)).toEqual(['The manager']);
    expect(managers.total).toBe(1);
    expect(await browse(site, '?role=Operations+Manager&seniority=Junior')).toMatchObject({
      talents: [],
      total: 0,
    });
  });

  test('counts each option within the other filters: any of the roles, all of the skills', async () => {
    const site = await siteWithTalents();
    await site.admin('PATCH', `/api/talents/${site.ids[0]}`, {
      industry: ['Retail'],
      skills: ['Slack'],
      toolProficiency: ['Zapier'],
    });
    const { counts: managers } = await browse(site, '?role=Operations+Manager');
    expect(managers.role).toMatchObject({ 'operations manager': 1, receptionist: 30 });
    expect(managers.industry.retail).toBe(0);
    const { counts: retail } = await browse(site, '?industry=Retail');
    expect(retail.role).toMatchObject({ 'operations manager': 0, receptionist: 1 });
    const { counts: slack } = await browse(site, '?skills=Slack');
    expect(slack.skills).toMatchObject({ slack: 1, zapier: 1, boulevard: 0 });
  });

  test('shows a change in the next response', async () => {
    const site = await siteWithTalents();
    await browse(site);
    await site.admin('PATCH', `/api/talents/${site.ids[0]}`, { name: 'Renamed' });
    expect(readNames(await browse(site))[0]).toBe('Renamed');
    await site.admin('DELETE', `/api/talents/${site.ids[0]}`);
    expect((await browse(site)).total).toBe(30);
  });
});

describe('GET /api/talents/named', () => {
  test('returns talents in the given order, without deleted ones', async () => {
    const site = await siteWithTalents();
    const [first = '', second = '', third = ''] = site.ids;
    await site.admin('DELETE', `/api/talents/${second}`);
    const response = await site.visitor(
      'GET',
      `/api/talents/named?ids=${third},${second},${first}`,
    );
    expect(response.json().map(({ name }: { name: string }) => name)).toEqual([
      'Person 3',
      'Person 1',
    ]);
  });
});

describe('talent query parameters', () => {
  const getSite = shareSite(createTestApp);

  test.each([
    [`/api/talents?role=${'x'.repeat(201)}`, 'role'],
    ['/api/talents/browse?page=0', 'page'],
    ['/api/talents/browse?page=x', 'page'],
    ['/api/talents/named', 'ids'],
    ["/api/talents/named?ids=a'b", 'ids'],
    [`/api/talents/named?ids=${'a,'.repeat(3_000)}a`, 'ids'],
  ])('returns 400 for %.60s', async (url, field) => {
    const { visitor } = getSite();
    const response = await visitor('GET', url);
    expect(response.statusCode).toBe(400);
    expect(Object.keys(response.json().fields)).toEqual([field]);
  });
});

/** A site with Ana, Ben and Cid, who differ in each field that can be filtered. */
async function siteWithThree() {
  const site = await createTestApp();
  for (const [name, role, industry, seniority, skills, toolProficiency] of [
    ['Ana', 'Receptionist', ['MedSpa', 'Beauty'], 'Senior', ['Cash-up'], ['Boulevard', 'Slack']],
    ['Ben', 'Customer Support', ['Fitness'], 'Junior', ['Slack'], ['Zendesk']],
    ['Cid', 'Receptionist', ['Fitness'], 'Junior', ['Cash-up', 'Zendesk'], ['Boulevard']],
  ]) {
    const person = { name, role, industry, seniority, skills, toolProficiency };
    await site.admin('POST', '/api/talents', { ...sampleItems.talents, ...person });
  }
  const listNames = async (query: string) =>
    (await site.visitor('GET', `/api/talents${query}`))
      .json()
      .map((talent: { name: string }) => talent.name);
  return { ...site, listNames };
}

describe('GET /api/talents', () => {
  const getSite = shareSite(siteWithThree);

  test('filters talents by role, industry and seniority, ignoring case', async () => {
    const { listNames } = getSite();
    expect(await listNames('')).toEqual(['Ana', 'Ben', 'Cid']);
    expect(await listNames('?role=receptionist')).toEqual(['Ana', 'Cid']);
    expect(await listNames('?industry=FITNESS')).toEqual(['Ben', 'Cid']);
    expect(await listNames('?role=Receptionist&industry=Fitness&seniority=junior')).toEqual([
      'Cid',
    ]);
    expect(await listNames('?role=Nobody')).toEqual([]);
  });

  test('matches skills and tools, and requires all of the given skills', async () => {
    const { listNames } = getSite();
    expect(await listNames('?skills=slack')).toEqual(['Ana', 'Ben']);
    expect(await listNames('?skills=slack&skills=Boulevard')).toEqual(['Ana']);
    expect(await listNames('?skills=Zendesk&skills=Cash-up')).toEqual(['Cid']);
  });

  test('matches any of several roles and ignores blank parameters', async () => {
    const { listNames } = getSite();
    expect(await listNames('?role=Receptionist&role=Customer%20Support&seniority=Junior')).toEqual([
      'Ben',
      'Cid',
    ]);
    expect(await listNames('?role=&industry=&skills=')).toEqual(['Ana', 'Ben', 'Cid']);
  });
});

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
