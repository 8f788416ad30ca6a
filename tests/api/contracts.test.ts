import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { collections } from '../../src/collections';
import { lead } from '../../src/features/leads/lead';
import { migrate } from '../../src/lib/migrate.server';
import { sampleItems, sampleLead } from '../samples';
import { testApp } from '../test-app';

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The tables of section 3 of the specification. What the site needs besides is not listed. */
const tables: Record<string, string[]> = {
  talents: [
    'id',
    'name',
    'title',
    'yearsExperience',
    'skills',
    'role',
    'industry',
    'toolProficiency',
    'seniority',
    'status',
    'imageUrl',
    'imageAlt',
    'imageFocus',
    'bio',
    'certifications',
    'displayOrder',
    'createdAt',
    'updatedAt',
  ],
  caseStudies: [
    'id',
    'clientName',
    'clientLogo',
    'industry',
    'imageUrl',
    'imageAlt',
    'imageFocus',
    'title',
    'description',
    'timeSaved',
    'costReduction',
    'efficiencyGain',
    'testimonialQuote',
    'testimonialAuthor',
    'testimonialRole',
    'featured',
    'displayOrder',
    'createdAt',
    'updatedAt',
  ],
  onboardingPackages: [
    'id',
    'name',
    'price',
    'description',
    'features',
    'isPopular',
    'displayOrder',
    'createdAt',
    'updatedAt',
  ],
  leads: [
    'id',
    'companyName',
    'contactName',
    'email',
    'phone',
    'industry',
    'numberOfLocations',
    'interestedPackage',
    'message',
    'status',
    'assignedPmId',
    'attribution',
    'consent',
    'createdAt',
    'updatedAt',
    'suspect',
    'interestedPackageId',
  ],
  stats: ['id', 'icon', 'value', 'label', 'displayOrder', 'createdAt', 'updatedAt'],
  users: ['id', 'username', 'password', 'role', 'email', 'createdAt'],
  payments: [
    'id',
    'leadId',
    'packageId',
    'amount',
    'stripePaymentIntentId',
    'status',
    'createdAt',
    'updatedAt',
    'packageName',
    'currency',
    'refundedAmount',
    'checkedAt',
    'attribution',
  ],
};

async function columns() {
  const { db } = await testApp();
  const found = await db.introspection.getTables();
  return (table: string) =>
    found
      .find((one) => one.name === table || one.name === snake(table))
      ?.columns.map((column) => snake(column.name))
      .sort();
}

test('the tables have the columns of the specification, whatever they have besides', async () => {
  const columnsOf = await columns();
  for (const [table, names] of Object.entries(tables)) {
    expect(columnsOf(table), table).toEqual(expect.arrayContaining(names.map(snake)));
  }
});

test('each contract’s fields are its table’s columns', async () => {
  const columnsOf = await columns();
  for (const { table, fields } of collections) {
    const names = [...Object.keys(fields), 'id', 'createdAt', 'updatedAt'];
    expect(columnsOf(table), table).toEqual(names.map(snake).sort());
  }
  expect(columnsOf('leads')).toEqual(Object.keys(lead.shape).map(snake).sort());
});

test('migrating a migrated database changes nothing', async () => {
  const { db, visitor } = await testApp();
  await visitor('POST', '/api/leads', sampleLead);
  await migrate(db);
  expect(await db.selectFrom('leads').select('email').execute()).toEqual([
    { email: sampleLead.email },
  ]);
});

describe('the database itself refuses', () => {
  test('a status that does not exist', async () => {
    const { db, admin, visitor } = await testApp();
    await visitor('POST', '/api/leads', sampleLead);
    await admin('POST', '/api/talents', sampleItems.talents);
    await expect(
      db
        .updateTable('leads')
        .set({ status: 'open' as 'new' })
        .execute(),
    ).rejects.toThrow();
    await expect(sql`update talents set status = 'on leave'`.execute(db)).rejects.toThrow();
  });

  test('a reference to a lead that is not there', async () => {
    const { db } = await testApp();
    const now = new Date().toISOString();
    await expect(
      db
        .insertInto('outbox')
        .values({
          id: 'x',
          kind: 'x',
          leadId: 'nobody',
          payload: '{}',
          status: 'pending',
          attempts: 0,
          dueAt: now,
          lastError: null,
          createdAt: now,
          sentAt: null,
        })
        .execute(),
    ).rejects.toThrow();
  });
});

test('the API is described by the schemas that check it, and can be read as a page', async () => {
  const { app, visitor } = await testApp();
  const description = (await visitor('GET', '/api/openapi.json')).json();
  expect(description.openapi).toMatch(/^3\.1/);
  const described = Object.entries(description.paths as Record<string, object>).flatMap(
    ([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  for (const { path } of collections) {
    for (const call of [
      `GET /api/${path}`,
      `POST /api/${path}`,
      `PATCH /api/${path}/{id}`,
      `DELETE /api/${path}/{id}`,
      `POST /api/${path}/reorder`,
    ]) {
      expect(described).toContain(call);
    }
  }
  for (const call of [
    'POST /api/leads',
    'GET /api/leads',
    'PATCH /api/leads/{id}',
    'DELETE /api/leads/{id}',
    'GET /api/auth/admin/check',
    'POST /api/auth/admin/login',
    'POST /api/auth/admin/logout',
    'GET /api/packages/{id}',
    'POST /api/objects/upload',
    'PUT /api/objects/upload/{id}',
  ]) {
    expect(described).toContain(call);
  }
  const body = description.paths['/api/leads'].post.requestBody.content['application/json'].schema;
  expect(body.required).toEqual(['companyName', 'contactName', 'email']);
  expect(body.properties.email.maxLength).toBe(254);
  expect(description.paths['/api/leads'].get.security).toEqual([{ session: [] }]);
  expect(description.paths['/api/leads'].post.security).toEqual([]);
  const page = await app.inject({ url: '/api/docs', headers: { accept: 'text/html' } });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-security-policy']).toContain("script-src 'self';");
  expect(page.headers['x-content-type-options']).toBe('nosniff');
  expect((await visitor('GET', '/api/docs/json')).json()).toEqual(description);
  expect((await visitor('GET', '/api/docs/static/swagger-ui-bundle.js')).statusCode).toBe(200);
  const missing = await visitor('GET', '/api/docs/static/nothing.js');
  expect([missing.statusCode, missing.json().code]).toEqual([404, 'not_found']);
});
