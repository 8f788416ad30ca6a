import { describe, expect, test } from 'vitest';
import { sampleItems, sampleLead } from '../samples';
import { testApp } from '../test-app';

/** What the admin's call answers for a body: the message of each field. */
async function refusal(path: string, body: unknown) {
  const { admin, visitor } = await testApp();
  const response = await (path === 'leads' ? visitor : admin)('POST', `/api/${path}`, body);
  expect(response.statusCode).toBe(400);
  expect(response.json().code).toBe('invalid');
  return response.json().fields;
}

describe('a talent', () => {
  test('names each missing field in its own words', async () => {
    expect(await refusal('talents', {})).toEqual({
      name: 'Name is required',
      title: 'Title is required',
      skills: 'At least one skill is required',
      role: 'Role is required',
      industry: 'At least one industry is required',
      toolProficiency: 'At least one tool is required',
      seniority: 'Seniority level is required',
    });
  });

  test('says the same of empty fields', async () => {
    const empty = {
      name: ' ',
      title: '',
      skills: [],
      role: '',
      industry: [' '],
      toolProficiency: ['', ''],
      seniority: '',
      status: '',
    };
    expect(await refusal('talents', empty)).toEqual({
      name: 'Name is required',
      title: 'Title is required',
      skills: 'At least one skill is required',
      role: 'Role is required',
      industry: 'At least one industry is required',
      toolProficiency: 'At least one tool is required',
      seniority: 'Seniority level is required',
      status: 'Status is required',
    });
  });

  test('has no negative and no broken years', async () => {
    const years = (yearsExperience: unknown) =>
      refusal('talents', { ...sampleItems.talents, yearsExperience });
    expect(await years(-1)).toEqual({ yearsExperience: 'Must be 0 or greater' });
    expect(await years('abc')).toEqual({ yearsExperience: 'Expected number, received nan' });
    expect(await years(1.5)).toEqual({ yearsExperience: 'Expected integer, received float' });
  });

  test('coerces years, trims lists, drops their blanks and falls back to defaults', async () => {
    const { admin } = await testApp();
    const { yearsExperience, status, imageUrl, bio, certifications, ...needed } =
      sampleItems.talents;
    const created = (
      await admin('POST', '/api/talents', {
        ...needed,
        yearsExperience: '3',
        skills: [' Phones ', '', ' '],
      })
    ).json();
    expect(created).toMatchObject({
      yearsExperience: 3,
      skills: ['Phones'],
      status: 'available',
      certifications: [],
      imageUrl: null,
      bio: null,
    });
    expect((await admin('POST', '/api/talents', needed)).json().yearsExperience).toBe(0);
  });
});

test('a case study names its missing fields and is not featured unless said', async () => {
  expect(await refusal('case-studies', {})).toEqual({
    clientName: 'Client name is required',
    industry: 'Industry is required',
    title: 'Title is required',
    description: 'Description is required',
  });
  const { admin } = await testApp();
  const { featured, ...plain } = sampleItems['case-studies'];
  expect((await admin('POST', '/api/case-studies', plain)).json().featured).toBe(false);
});

test.each([
  ['', null],
  ['  ', null],
  ['on request', null],
  [null, null],
  ['300', 300],
  [0, 0],
])('a price of %j is stored as %j', async (sent, stored) => {
  const { admin } = await testApp();
  const created = await admin('POST', '/api/packages', { ...sampleItems.packages, price: sent });
  expect(created.json().price).toBe(stored);
});

test('a package drops blank features', async () => {
  const { admin } = await testApp();
  const created = await admin('POST', '/api/packages', {
    ...sampleItems.packages,
    features: ['One', ' ', ' Two '],
  });
  expect(created.json().features).toEqual(['One', 'Two']);
});

test('a stat takes the eight icons, and the clock unless one is chosen', async () => {
  const { admin } = await testApp();
  const { icon, ...plain } = sampleItems.stats;
  expect((await admin('POST', '/api/stats', plain)).json().icon).toBe('Clock');
  for (const one of [
    'Clock',
    'TrendingUp',
    'Users',
    'Star',
    'DollarSign',
    'Award',
    'Target',
    'Zap',
  ]) {
    expect((await admin('POST', '/api/stats', { ...plain, icon: one })).statusCode).toBe(201);
  }
  expect((await refusal('stats', { ...plain, icon: 'Rocket' })).icon).toContain(
    "received 'Rocket'",
  );
});

describe('generic messages', () => {
  test("a missing value is 'Required'", async () => {
    expect(await refusal('leads', {})).toEqual({
      companyName: 'Required',
      contactName: 'Required',
      email: 'Required',
    });
  });

  test("a wrong type is 'Expected X, received Y'", async () => {
    expect(await refusal('leads', { ...sampleLead, companyName: 5, message: ['a'] })).toEqual({
      companyName: 'Expected string, received number',
      message: 'Expected string, received array',
    });
    expect(
      await refusal('case-studies', { ...sampleItems['case-studies'], featured: 'yes' }),
    ).toEqual({
      featured: 'Expected boolean, received string',
    });
  });

  test("too short a value is 'String must contain at least N character(s)'", async () => {
    const { visitor } = await testApp();
    const response = await visitor('POST', '/api/leads', sampleLead, {
      'idempotency-key': 'short',
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({
      'idempotency-key': 'String must contain at least 8 character(s)',
    });
  });

  test('too long a value says how long it may be', async () => {
    expect(await refusal('leads', { ...sampleLead, companyName: 'x'.repeat(201) })).toEqual({
      companyName: 'String must contain at most 200 character(s)',
    });
  });
});

describe('an enquiry', () => {
  test.each(['plain', 'a@b', 'a b@c.de', '@c.de', 'a@c..de', ''])(
    'has no address like %j',
    async (email) => {
      expect(await refusal('leads', { ...sampleLead, email })).toEqual({
        email: 'Please enter a valid email address',
      });
    },
  );

  test.each([0, -3, 2.5, '1.5', 'many'])('has not %j locations', async (numberOfLocations) => {
    expect(await refusal('leads', { ...sampleLead, numberOfLocations })).toEqual({
      numberOfLocations: 'Please enter a whole number, 1 or more',
    });
  });

  test.each([
    ['', null],
    [null, null],
    [undefined, null],
    ['12', 12],
    [1, 1],
  ])('may come with %j locations', async (sent, stored) => {
    const { admin, visitor } = await testApp();
    const sending = await visitor('POST', '/api/leads', { ...sampleLead, numberOfLocations: sent });
    expect(sending.statusCode).toBe(201);
    expect((await admin('GET', '/api/leads')).json()[0].numberOfLocations).toBe(stored);
  });

  test('has a company and a contact that are not blank', async () => {
    expect(await refusal('leads', { ...sampleLead, companyName: '  ', contactName: '' })).toEqual({
      companyName: 'Required',
      contactName: 'Required',
    });
  });
});
