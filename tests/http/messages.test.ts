import { describe, expect, test } from 'vitest';
import { sampleItems, sampleLead } from '../support/samples';
import { createTestApp, shareSite } from '../support/test-app';

const getSite = shareSite(createTestApp);

/** Posts an invalid body and returns the error message of each field. */
async function postInvalid(path: string, body: unknown) {
  const { admin, visitor } = getSite();
  const response = await (path === 'leads' ? visitor : admin)('POST', `/api/${path}`, body);
  expect(response.statusCode).toBe(400);
  expect(response.json().code).toBe('invalid');
  return response.json().fields;
}

describe('POST /api/talents', () => {
  const messages = {
    name: 'Name is required',
    title: 'Title is required',
    skills: 'At least one skill is required',
    role: 'Role is required',
    industry: 'At least one industry is required',
    toolProficiency: 'At least one tool is required',
    seniority: 'Seniority level is required',
  };

  test('returns a specific message for each missing field', async () => {
    expect(await postInvalid('talents', {})).toEqual(messages);
  });

  test('returns the same messages for blank fields', async () => {
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
    expect(await postInvalid('talents', empty)).toEqual({
      ...messages,
      status: 'Status is required',
    });
  });

  test('rejects negative, fractional and non-numeric years of experience', async () => {
    const years = (yearsExperience: unknown) =>
      postInvalid('talents', { ...sampleItems.talents, yearsExperience });
    expect(await years(-1)).toEqual({ yearsExperience: 'Must be 0 or greater' });
    expect(await years('abc')).toEqual({ yearsExperience: 'Expected number, received nan' });
    expect(await years(1.5)).toEqual({ yearsExperience: 'Expected integer, received float' });
  });

  test('coerces years, trims lists, drops blank entries and applies defaults', async () => {
    const { admin } = getSite();
    const { yearsExperience, status, imageUrl, bio, certifications, ...required } =
      sampleItems.talents;
    const created = (
      await admin('POST', '/api/talents', {
        ...required,
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
    expect((await admin('POST', '/api/talents', required)).json().yearsExperience).toBe(0);
  });
});

describe('POST /api/case-studies', () => {
  test('returns a message for each missing field and defaults featured to false', async () => {
    expect(await postInvalid('case-studies', {})).toEqual({
      clientName: 'Client name is required',
      industry: 'Industry is required',
      title: 'Title is required',
      description: 'Description is required',
    });
    const { admin } = getSite();
    const { featured, ...plain } = sampleItems['case-studies'];
    expect((await admin('POST', '/api/case-studies', plain)).json().featured).toBe(false);
  });
});

describe('POST /api/packages', () => {
  test.each([
    ['', null],
    ['  ', null],
    ['on request', null],
    [null, null],
    ['300', 300],
    ['1,250', 1250],
    [' $1,250.00 ', 1250],
    ['1,25', null],
    [0, 0],
  ])('stores a price of %j as %j', async (input, stored) => {
    const { admin } = getSite();
    const created = await admin('POST', '/api/packages', { ...sampleItems.packages, price: input });
    expect(created.json().price).toBe(stored);
  });

  test('trims features and drops blank ones', async () => {
    const { admin } = getSite();
    const created = await admin('POST', '/api/packages', {
      ...sampleItems.packages,
      features: ['One', ' ', ' Two '],
    });
    expect(created.json().features).toEqual(['One', 'Two']);
  });
});

describe('POST /api/stats', () => {
  test('accepts the eight icons, defaults to Clock and rejects any other', async () => {
    const { admin } = getSite();
    const { icon, ...plain } = sampleItems.stats;
    expect((await admin('POST', '/api/stats', plain)).json().icon).toBe('Clock');
    const icons = 'Clock TrendingUp Users Star DollarSign Award Target Zap';
    for (const known of icons.split(' ')) {
      expect((await admin('POST', '/api/stats', { ...plain, icon: known })).statusCode).toBe(201);
    }
    expect((await postInvalid('stats', { ...plain, icon: 'Rocket' })).icon).toContain(
      "received 'Rocket'",
    );
  });
});

describe('generic validation messages', () => {
  test("a missing value returns 'Required', as do null and a blank text", async () => {
    const names = { companyName: 'Required', contactName: 'Required' };
    expect(await postInvalid('leads', {})).toEqual({ ...names, email: 'Required' });
    const nulls = { companyName: null, contactName: null, email: null };
    expect(await postInvalid('leads', nulls)).toEqual({ ...names, email: 'Required' });
    const blanks = { ...sampleLead, companyName: '  ', contactName: '' };
    expect(await postInvalid('leads', blanks)).toEqual(names);
  });

  test("a wrong type returns 'Expected X, received Y'", async () => {
    expect(await postInvalid('leads', { ...sampleLead, companyName: 5, message: ['a'] })).toEqual({
      companyName: 'Expected string, received number',
      message: 'Expected string, received array',
    });
    expect(
      await postInvalid('case-studies', { ...sampleItems['case-studies'], featured: 'yes' }),
    ).toEqual({
      featured: 'Expected boolean, received string',
    });
  });

  test("a value that is too short returns 'String must contain at least N character(s)'", async () => {
    const { visitor } = getSite();
    const response = await visitor('POST', '/api/leads', sampleLead, {
      'idempotency-key': 'short',
    });
    expect(response.statusCode).toBe(400);
    expect(response.json().fields).toEqual({
      'idempotency-key': 'String must contain at least 8 character(s)',
    });
  });

  test("a value that is too long returns 'String must contain at most N character(s)'", async () => {
    expect(await postInvalid('leads', { ...sampleLead, companyName: 'x'.repeat(201) })).toEqual({
      companyName: 'String must contain at most 200 character(s)',
    });
  });
});

describe('POST /api/leads', () => {
  test.each(['plain', 'a@b', 'a b@c.de', '@c.de', 'a@c..de', ''])(
    'rejects the email address %j',
    async (email) => {
      expect(await postInvalid('leads', { ...sampleLead, email })).toEqual({
        email: 'Please enter a valid email address',
      });
    },
  );

  test.each([0, -3, 2.5, '1.5', 'many'])(
    'rejects %j as the number of locations',
    async (numberOfLocations) => {
      expect(await postInvalid('leads', { ...sampleLead, numberOfLocations })).toEqual({
        numberOfLocations: 'Please enter a whole number, 1 or more',
      });
    },
  );

  test.each([
    ['', null],
    [null, null],
    [undefined, null],
    ['12', 12],
    [1, 1],
  ])('stores %j as %j locations', async (input, stored) => {
    const { admin, visitor } = getSite();
    const response = await visitor('POST', '/api/leads', {
      ...sampleLead,
      numberOfLocations: input,
    });
    expect(response.statusCode).toBe(201);
    const { id } = response.json();
    expect((await admin('GET', `/api/leads/${id}`)).json().numberOfLocations).toBe(stored);
  });
});
