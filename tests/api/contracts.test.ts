import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { collections } from '../../src/content/collections/collections';
import { lead } from '../../src/leads/contract';
import { sampleItems, sampleLead } from '../support/samples';
import { createTestApp } from '../support/test-app';

const toSnakeCase = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Splits a list of names. */
const words = (text: string) => text.trim().split(/\s+/);

/** The columns that the specification requires. The tables may have more. */
const tables: Record<string, string[]> = {
  talents: words(`
    id name title yearsExperience skills role industry toolProficiency seniority status imageUrl
    imageAlt imageFocus imageStyle bio certifications onHome displayOrder createdAt updatedAt
  `),
  caseStudies: words(`
    id clientName clientLogo industry imageUrl imageAlt imageFocus imageStyle title description
    timeSaved costReduction efficiencyGain testimonialQuote testimonialAuthor testimonialRole
    featured displayOrder createdAt updatedAt
  `),
  onboardingPackages: words(`
    id name price description features isPopular displayOrder createdAt updatedAt
  `),
  leads: words(`
    id companyName contactName email phone industry numberOfLocations interestedPackage message
    status assignedPmId attribution consent createdAt updatedAt suspect interestedPackageId
  `),
  stats: words('id icon value label displayOrder createdAt updatedAt'),
  users: words('id username password role email createdAt'),
  payments: words(`
    id leadId packageId amount stripePaymentIntentId status createdAt updatedAt packageName
    currency refundedAmount checkedAt attribution
  `),
};

/** Columns of a lead that the API shows in another form, or not at all. */
const internalLeadColumns = words(
  'nextStepText nextStepDueAt person phoneDigits mergedAt importId',
);

/** Reads the schema. @returns a function that lists the columns of a table */
async function readColumns() {
  const { db } = await createTestApp();
  const existing = await db.introspection.getTables();
  return (table: string) =>
    existing
      .find((one) => one.name === table || one.name === toSnakeCase(table))
      ?.columns.map((column) => toSnakeCase(column.name))
      .sort();
}

describe('the database schema', () => {
  test('has every column that the specification requires', async () => {
    const listColumns = await readColumns();
    for (const [table, names] of Object.entries(tables)) {
      expect(listColumns(table), table).toEqual(expect.arrayContaining(names.map(toSnakeCase)));
    }
  });

  test('has exactly the columns of the API contract in each table of a collection and of leads', async () => {
    const listColumns = await readColumns();
    for (const { table, fields } of collections) {
      const managed = ['id', 'createdAt', 'updatedAt'];
      const publication = ['state', 'publishAt', 'unpublishAt', 'pending', 'takenDownAt'];
      const names = [...Object.keys(fields), ...managed, ...publication];
      expect(listColumns(table), table).toEqual(names.map(toSnakeCase).sort());
    }
    const { nextStep, ...columns } = lead.shape;
    expect(listColumns('leads')).toEqual(
      [...Object.keys(columns), ...internalLeadColumns].map(toSnakeCase).sort(),
    );
  });
});

describe('database constraints', () => {
  test('reject an unknown status of a lead or a talent, and a reference to a lead that does not exist', async () => {
    const { db, admin, visitor } = await createTestApp();
    await visitor('POST', '/api/leads', sampleLead);
    await admin('POST', '/api/talents', sampleItems.talents);
    await expect(
      db
        .updateTable('leads')
        .set({ status: 'open' as 'new' })
        .execute(),
    ).rejects.toThrow();
    await expect(sql`update talents set status = 'on leave'`.execute(db)).rejects.toThrow();
    const insert = sql`insert into outbox (id, kind, lead_id, payload, due_at, created_at)
      values ('x', 'x', 'nobody', '{}', '2026-01-01', '2026-01-01')`;
    await expect(insert.execute(db)).rejects.toThrow(/foreign key/i);
  });
});
