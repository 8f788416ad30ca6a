import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fillWithDemoContent } from '../../src/app/demo-content.server';
import { sampleItems, sampleLead } from '../samples';
import { testApp } from '../test-app';

const html = { accept: 'text/html' };

/** The data that a page carries for the browser to hydrate from. */
function pageData(body: string) {
  const text = /<script type="application\/json" id="page-data">(.*?)<\/script>/s.exec(body)?.[1];
  return JSON.parse(text ?? 'null');
}

describe('the home page', () => {
  test('is rendered on the server out of the database, with its data in it', async () => {
    const { visitor, admin } = await testApp();
    await admin('POST', '/api/talents', sampleItems.talents);
    await admin('POST', '/api/packages', sampleItems.packages);
    await admin('POST', '/api/case-studies', sampleItems['case-studies']);
    await admin('POST', '/api/stats', sampleItems.stats);
    const response = await visitor('GET', '/', undefined, html);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    for (const text of [
      'Marisol Vega',
      'Select Full PM',
      '$1,000',
      'One front desk lead',
      'people trained',
    ]) {
      expect(response.body).toContain(text);
    }
    const keys = pageData(response.body).queries.queries.map((query: { queryKey: string[] }) =>
      query.queryKey.join('/'),
    );
    expect(keys.sort()).toEqual([
      '/api/case-studies',
      '/api/packages',
      '/api/stats',
      '/api/talents',
    ]);
  });

  test('says in each section when there is nothing yet', async () => {
    const { visitor } = await testApp();
    const { body } = await visitor('GET', '/', undefined, html);
    for (const text of [
      'No talent profiles available yet. Check back soon!',
      'Case studies coming soon!',
      'Pricing packages coming soon!',
    ]) {
      expect(body).toContain(text);
    }
  });

  test('shows what is stored as text, never as markup, in the data either', async () => {
    const { visitor, admin } = await testApp();
    const evil = '</script><script>alert(1)</script>';
    await admin('POST', '/api/packages', { ...sampleItems.packages, name: evil });
    const { body } = await visitor('GET', '/', undefined, html);
    expect(body).not.toContain('<script>alert(1)');
    expect(
      pageData(body)
        .queries.queries.flatMap(
          (query: { state: { data: { name?: string }[] } }) => query.state.data,
        )
        .some((item: { name?: string }) => item.name === evil),
    ).toBe(true);
  });

  test('stays up when one list can’t be read', async () => {
    const { visitor, admin, db } = await testApp();
    await admin('POST', '/api/packages', sampleItems.packages);
    await db.schema.dropTable('talents').execute();
    const response = await visitor('GET', '/', undefined, html);
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('Select Full PM');
  });
});

test.each(['/nothing', '/talent/x', '/admin/nothing', '/index.php', '//evil.example'])(
  '%s is the 404 page with its status',
  async (url) => {
    const { app } = await testApp();
    const response = await app.inject({ method: 'GET', url });
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toContain('text/html');
    expect(response.body).toContain('404 Page Not Found');
  },
);

test('a slash too many leads to the page', async () => {
  const { visitor } = await testApp();
  const response = await visitor('GET', '/talent/?role=Receptionist');
  expect(response.statusCode).toBe(308);
  expect(response.headers.location).toBe('/talent?role=Receptionist');
});

test('the pages of the admin are not indexed and not kept', async () => {
  const { visitor } = await testApp();
  for (const url of ['/admin', '/admin/login']) {
    const response = await visitor('GET', url, undefined, html);
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('<meta name="robots" content="noindex">');
    expect(response.headers['cache-control']).toBe('no-store');
  }
});

describe('the enquiry page, without JavaScript', () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = (values: Record<string, unknown>) =>
    new URLSearchParams(
      Object.entries(values).map(([name, value]) => [name, String(value)]),
    ).toString();

  test('offers the form with the package that was chosen', async () => {
    const { visitor, admin } = await testApp();
    await admin('POST', '/api/packages', sampleItems.packages);
    const response = await visitor('GET', '/enquiry?package=Full%20PM', undefined, html);
    expect(response.statusCode).toBe(200);
    expect(response.body).toMatch(/<form[^>]+method="post"/);
    for (const name of Object.keys(sampleLead)) expect(response.body).toContain(`name="${name}"`);
    expect(response.body).toMatch(
      /<option[^>]*value="Full PM"[^>]*selected|<option[^>]*selected[^>]*value="Full PM"/,
    );
  });

  test('stores the enquiry and thanks', async () => {
    const { app, admin } = await testApp();
    const response = await app.inject({
      method: 'POST',
      url: '/enquiry',
      headers: form,
      payload: body({ ...sampleLead, message: 'One line' }),
    });
    expect(response.statusCode).toBe(201);
    expect(response.body).toContain('Thank You!');
    expect((await admin('GET', '/api/leads')).json()).toMatchObject([
      { ...sampleLead, message: 'One line' },
    ]);
  });

  test('has the same rules and messages, and keeps what was typed', async () => {
    const { app, admin } = await testApp();
    const typed = { ...sampleLead, email: 'olga@halden', numberOfLocations: 0, companyName: '' };
    const response = await app.inject({
      method: 'POST',
      url: '/enquiry',
      headers: form,
      payload: body(typed),
    });
    expect(response.statusCode).toBe(400);
    for (const text of [
      'Please enter a valid email address',
      'Please enter a whole number, 1 or more',
      'Required',
      'value="olga@halden"',
      'We lose bookings.',
    ]) {
      expect(response.body).toContain(text);
    }
    expect((await admin('GET', '/api/leads')).json()).toEqual([]);
  });

  test('pressed twice stores one lead; a changed text is another', async () => {
    const { app, admin } = await testApp();
    const idempotencyKey = randomUUID();
    const post = (values: object) =>
      app.inject({
        method: 'POST',
        url: '/enquiry',
        headers: form,
        payload: body({ ...values, idempotencyKey }),
      });
    await Promise.all([post(sampleLead), post(sampleLead)]);
    expect((await admin('GET', '/api/leads')).json()).toHaveLength(1);
    expect((await post({ ...sampleLead, message: 'changed' })).statusCode).toBe(201);
    expect((await admin('GET', '/api/leads')).json()).toHaveLength(2);
  });

  test('carries the talent that was asked for', async () => {
    const { app, admin } = await testApp();
    const { id } = (await admin('POST', '/api/talents', sampleItems.talents)).json();
    const page = await app.inject({ url: `/enquiry?talent=${id}` });
    expect(page.body).toContain('Marisol Vega');
    await app.inject({
      method: 'POST',
      url: '/enquiry',
      headers: form,
      payload: body({ ...sampleLead, talent: id }),
    });
    const [stored] = (await admin('GET', '/api/leads')).json();
    expect(stored.message).toMatch(/^About: Marisol Vega, Front desk lead\n\nFront desk is alone/);
  });

  test('shows the profile of the talent, and says what is kept', async () => {
    const { app, admin } = await testApp();
    const { id } = (await admin('POST', '/api/talents', sampleItems.talents)).json();
    const page = await app.inject({ url: `/enquiry?talent=${id}` });
    for (const text of [
      'Seven years at the desk.\nTwo languages.',
      'Receptionist, Senior',
      '7 years, MedSpa, Beauty',
      'Front desk, Spanish &amp; English',
      '<dd>Boulevard</dd>',
      '<dd>HIPAA</dd>',
      '<dd>Assigned</dd>',
      'We keep your details for twelve months and use them to answer you.',
      'href="/privacy"',
    ]) {
      expect(page.body).toContain(text);
    }
    expect((await app.inject({ url: '/enquiry?talent=nobody' })).body).not.toContain('About:');
  });

  test('carries the shortlist under the names that are stored, without who is gone', async () => {
    const { app, admin } = await testApp();
    const { id } = (await admin('POST', '/api/talents', sampleItems.talents)).json();
    const post = (values: object) =>
      app.inject({ method: 'POST', url: '/enquiry', headers: form, payload: body({ ...values }) });
    const shortlist = `gone,${id}`;
    const refused = await post({ ...sampleLead, email: 'olga@halden', shortlist });
    const state = (answer: { body: string }) =>
      pageData(answer.body).queries.queries.find(
        (query: { queryKey: string[] }) => query.queryKey[0] === 'enquiry',
      ).state.data;
    expect(state(refused).shortlist).toEqual(['gone', id]);
    expect(state(await post({ ...sampleLead, email: 'x', shortlist: '' })).shortlist).toEqual([]);

    expect((await post({ ...sampleLead, message: '', shortlist })).statusCode).toBe(201);
    const [stored] = (await admin('GET', '/api/leads')).json();
    expect(stored.message).toBe('Shortlist: Marisol Vega (Front desk lead)');
  });

  test('takes no form from another site', async () => {
    const { app, admin } = await testApp();
    const response = await app.inject({
      method: 'POST',
      url: '/enquiry',
      headers: { ...form, origin: 'https://evil.example' },
      payload: body(sampleLead),
    });
    expect(response.statusCode).toBe(403);
    expect((await admin('GET', '/api/leads')).json()).toEqual([]);
  });
});

describe('demo content', () => {
  test('fills an empty database once, over every choice that a visitor has', async () => {
    const { db, visitor, admin } = await testApp();
    await fillWithDemoContent(db);
    const talents = (await visitor('GET', '/api/talents')).json();
    expect(talents.length).toBeGreaterThanOrEqual(9);
    for (const query of [
      'role=Executive%20Assistant',
      'role=Operations%20Manager',
      'role=Receptionist',
      'role=Customer%20Support',
      'seniority=Junior',
      'seniority=Mid-Level',
      'seniority=Senior',
      'industry=Beauty',
      'industry=Fitness',
      'industry=MedSpa',
      'industry=Retail',
      'industry=Healthcare',
      'skills=Zendesk',
      'skills=HubSpot',
      'skills=Boulevard',
      'skills=Salesforce',
      'skills=Slack',
      'skills=Google%20Workspace',
      'skills=Microsoft%20Office',
      'skills=Zapier',
    ]) {
      expect((await visitor('GET', `/api/talents?${query}`)).json().length, query).toBeGreaterThan(
        0,
      );
    }
    const studies = (await visitor('GET', '/api/case-studies')).json();
    expect(studies).toHaveLength(4);
    expect(studies.filter((study: { featured: boolean }) => study.featured)).toHaveLength(1);
    expect(studies.filter((study: { imageUrl: string | null }) => !study.imageUrl)).toHaveLength(1);
    const packages = (await visitor('GET', '/api/packages')).json();
    expect(
      packages.map((one: { name: string; price: number; isPopular: boolean }) => [
        one.name,
        one.price,
        one.isPopular,
      ]),
    ).toEqual([
      ['Light PM', 300, false],
      ['Full PM', 1000, true],
      [expect.any(String), null, false],
    ]);
    expect((await visitor('GET', '/api/stats')).json()).toHaveLength(4);

    for (const talent of talents) await admin('DELETE', `/api/talents/${talent.id}`);
    await fillWithDemoContent(db);
    expect((await visitor('GET', '/api/talents')).json()).toEqual([]);
    expect((await visitor('GET', '/api/packages')).json()).toHaveLength(3);
  });

  test('leaves a database alone that already has content', async () => {
    const { db, visitor, admin } = await testApp();
    await admin('POST', '/api/stats', sampleItems.stats);
    await fillWithDemoContent(db);
    expect((await visitor('GET', '/api/talents')).json()).toEqual([]);
    expect((await visitor('GET', '/api/stats')).json()).toHaveLength(1);
  });

  test('is there once when two processes fill it at once', async () => {
    const { db, visitor } = await testApp();
    await Promise.all([fillWithDemoContent(db), fillWithDemoContent(db)]);
    expect((await visitor('GET', '/api/packages')).json()).toHaveLength(3);
  });
});
