import { expect, test } from 'vitest';
import { sampleItems } from '../samples';
import { testApp } from '../test-app';

async function siteWithTalents() {
  const site = await testApp();
  const people = [
    {
      name: 'Ana',
      role: 'Receptionist',
      industry: ['MedSpa', 'Beauty'],
      seniority: 'Senior',
      skills: ['Cash-up'],
      toolProficiency: ['Boulevard', 'Slack'],
    },
    {
      name: 'Ben',
      role: 'Customer Support',
      industry: ['Fitness'],
      seniority: 'Junior',
      skills: ['Slack'],
      toolProficiency: ['Zendesk'],
    },
    {
      name: 'Cid',
      role: 'Receptionist',
      industry: ['Fitness'],
      seniority: 'Junior',
      skills: ['Cash-up', 'Zendesk'],
      toolProficiency: ['Boulevard'],
    },
  ];
  for (const person of people)
    await site.admin('POST', '/api/talents', { ...sampleItems.talents, ...person });
  const names = async (query: string) =>
    (await site.visitor('GET', `/api/talents${query}`))
      .json()
      .map((talent: { name: string }) => talent.name);
  return { ...site, names };
}

test('talents are narrowed by role, industry, seniority and skills, ignoring case', async () => {
  const { names } = await siteWithTalents();
  expect(await names('')).toEqual(['Ana', 'Ben', 'Cid']);
  expect(await names('?role=receptionist')).toEqual(['Ana', 'Cid']);
  expect(await names('?industry=FITNESS')).toEqual(['Ben', 'Cid']);
  expect(await names('?role=Receptionist&industry=Fitness&seniority=junior')).toEqual(['Cid']);
  expect(await names('?role=Nobody')).toEqual([]);
});

test('a skill is one that the talent lists under skills or under tools, and all are wanted', async () => {
  const { names } = await siteWithTalents();
  expect(await names('?skills=slack')).toEqual(['Ana', 'Ben']);
  expect(await names('?skills=slack&skills=Boulevard')).toEqual(['Ana']);
  expect(await names('?skills=Zendesk&skills=Cash-up')).toEqual(['Cid']);
});

test('several roles mean any of them, and blank parameters mean nothing', async () => {
  const { names } = await siteWithTalents();
  expect(await names('?role=Receptionist&role=Customer%20Support&seniority=Junior')).toEqual([
    'Ben',
    'Cid',
  ]);
  expect(await names('?role=&industry=&skills=')).toEqual(['Ana', 'Ben', 'Cid']);
});

test('a query that makes no sense is refused', async () => {
  const { visitor } = await siteWithTalents();
  const response = await visitor('GET', `/api/talents?role=${'x'.repeat(201)}`);
  expect(response.statusCode).toBe(400);
  expect(response.json()).toMatchObject({
    code: 'invalid',
    fields: { role: 'String must contain at most 200 character(s)' },
  });
});
