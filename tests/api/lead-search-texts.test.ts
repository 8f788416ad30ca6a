import { describe, expect, it } from 'vitest';
import { leadHooks } from '../../src/app/feature-hooks.server';
import { purgeExpiredLeads } from '../../src/leads/privacy/retention.server';
import { completeLeads } from '../../src/leads/search/search-texts.server';
import { copyLead } from '../support/copy-lead';
import { sampleLead } from '../support/samples';
import { createTestApp } from '../support/test-app';

describe('leads of an earlier release', () => {
  const typed = { companyName: 'Before', contactName: 'José', phone: '(512) 555-0199' };

  it('are found by company right after the update, and by all fields once they have search texts', async () => {
    const { visitor, admin, db } = await createTestApp();
    await visitor('POST', '/api/leads', { ...sampleLead, ...typed });
    await visitor('POST', '/api/leads', { ...sampleLead, companyName: 'After', phone: null });
    const before = await db
      .updateTable('leads')
      .set({ person: null, phoneDigits: null, source: null })
      .where('companyName', '=', 'Before')
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.deleteFrom('leadSearchTexts').where('leadId', '=', before.id).execute();
    const countMatches = async (q: string) =>
      (await admin('GET', `/api/leads?q=${encodeURIComponent(q)}`)).json().length;
    expect(await countMatches('BEFORE')).toBe(1);
    expect(await countMatches('5125550199')).toBe(0);
    await completeLeads(db);
    expect(await countMatches('5125550199')).toBe(1);
    expect(await countMatches('jose')).toBe(1);
    expect(await countMatches('after')).toBe(1);
  });

  it('get search texts in several batches', async () => {
    const { visitor, admin, db } = await createTestApp();
    const { id } = (await visitor('POST', '/api/leads', { ...sampleLead, ...typed })).json();
    await copyLead(db, id, 450);
    await completeLeads(db);
    const response = await admin('GET', '/api/leads?q=5125550199&limit=500');
    expect(response.json()).toHaveLength(451);
  });
});

describe('DELETE /api/leads/:id', () => {
  it('deletes the search text of the lead when it can no longer be restored', async () => {
    const { visitor, admin, db } = await createTestApp();
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    const readSearchTexts = () => db.selectFrom('leadSearchTexts').selectAll().execute();
    expect(await readSearchTexts()).toHaveLength(1);
    await admin('DELETE', `/api/leads/${id}`);
    expect(await readSearchTexts()).toHaveLength(1);
    await db.updateTable('leads').set({ deletedAt: '2020-01-01T00:00:00.000Z' }).execute();
    await purgeExpiredLeads(db, leadHooks, 24);
    expect(await readSearchTexts()).toEqual([]);
  });
});

describe('a call booked without an inquiry', () => {
  it('creates a lead that is found by its name without accents', async () => {
    const { visitor, admin } = await createTestApp();
    const slots = (await visitor('GET', '/api/scheduling/slots')).json().slots;
    const booked = await visitor('POST', '/api/scheduling/bookings', {
      name: 'Zoë Nuñez',
      email: 'zoe@x.example',
      company: 'Tindle',
      start: slots[0],
      timeZone: 'Europe/Berlin',
    });
    expect(booked.statusCode).toBe(201);
    const response = await admin('GET', '/api/leads?q=zoe%20nunez');
    expect(response.json()).toHaveLength(1);
  });
});
