import { describe, expect, test } from 'vitest';
import { sampleItems } from '../support/samples';
import { createTestApp } from '../support/test-app';

async function siteWithTalents() {
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
  test('filters talents by role, industry and seniority, ignoring case', async () => {
    const { listNames } = await siteWithTalents();
    expect(await listNames('')).toEqual(['Ana', 'Ben', 'Cid']);
    expect(await listNames('?role=receptionist')).toEqual(['Ana', 'Cid']);
    expect(await listNames('?industry=FITNESS')).toEqual(['Ben', 'Cid']);
    expect(await listNames('?role=Receptionist&industry=Fitness&seniority=junior')).toEqual([
      'Cid',
    ]);
    expect(await listNames('?role=Nobody')).toEqual([]);
  });

  test('matches skills and tools, and requires all of the given skills', async () => {
    const { listNames } = await siteWithTalents();
    expect(await listNames('?skills=slack')).toEqual(['Ana', 'Ben']);
    expect(await listNames('?skills=slack&skills=Boulevard')).toEqual(['Ana']);
    expect(await listNames('?skills=Zendesk&skills=Cash-up')).toEqual(['Cid']);
  });

  test('matches any of several roles and ignores blank parameters', async () => {
    const { listNames } = await siteWithTalents();
    expect(await listNames('?role=Receptionist&role=Customer%20Support&seniority=Junior')).toEqual([
      'Ben',
      'Cid',
    ]);
    expect(await listNames('?role=&industry=&skills=')).toEqual(['Ana', 'Ben', 'Cid']);
  });

  test('returns 400 for a role of more than 200 characters', async () => {
    const { visitor } = await siteWithTalents();
    const response = await visitor('GET', `/api/talents?role=${'x'.repeat(201)}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'invalid',
      fields: { role: 'String must contain at most 200 character(s)' },
    });
  });
});
