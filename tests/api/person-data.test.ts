import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, inject, test } from 'vitest';
import { databaseFileName } from '../../src/db/database.server';
import type { Lead } from '../../src/leads/contract';
import { DAY } from '../../src/lib/time/durations';
import { createFileSite, titles } from '../support/lead-file-site';
import { createPaymentSite } from '../support/payment-site';
import { readAllTables } from '../support/read-all-tables';
import { sampleLead } from '../support/samples';
import { createSchedulingSite, pickSlot } from '../support/scheduling-site';
import { createTestApp } from '../support/test-app';
import { startWebhookReceiver } from '../support/webhook-receiver';
import { allowedReceivers, withWebhooks } from '../support/webhook-site';

const email = 'Ann+x@Person.example';

async function createPersonSite() {
  const site = await createTestApp();
  const send = async (fields: Record<string, unknown>) =>
    (await site.visitor('POST', '/api/leads', { ...sampleLead, ...fields })).json().id as string;
  const id = await send({ email, companyName: '<b>Person & Co</b>' });
  const otherId = await send({ email: 'ann@person.example' });
  return { ...site, id, otherId };
}

const query = `email=${encodeURIComponent(email.toLowerCase())}`;

describe('GET /api/privacy/export', () => {
  test('contains everything stored about exactly this email, including deleted leads', async () => {
    const { admin, id } = await createPersonSite();
    await admin('POST', `/api/leads/${id}/notes`, { text: 'A note' });
    await admin('DELETE', `/api/leads/${id}`);
    const data = (await admin('GET', `/api/privacy/export?${query}`)).json();
    expect(data.leads.map((lead: { id: string }) => lead.id)).toEqual([id]);
    expect(data.leads[0].notes).toMatchObject([{ text: 'A note' }]);
    expect(data.bookings).toEqual([]);
    const ofLead = (await admin('GET', `/api/privacy/export?leadId=${id}`)).json();
    expect(ofLead).toEqual({ ...data, email, exportedAt: expect.any(String) });
  });

  test('is also available as a page, which escapes what was typed', async () => {
    const { admin } = await createPersonSite();
    const page = await admin('GET', `/api/privacy/export?${query}&format=html`);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('&lt;b&gt;Person &amp; Co');
    expect(page.body).not.toContain('<b>');
    expect(page.body).toMatch(/<h2>Inquiry of \w+ \d+, \d{4}, \d+(:\d\d)? [ap]m: /);
    expect(page.body).toContain(`<dt>Contact name</dt><dd>${sampleLead.contactName}</dd>`);
    const nobody = await admin('GET', '/api/privacy/export?email=nobody@x.example&format=html');
    expect(nobody.body).toContain('Nothing is stored about this address.');
  });

  test('returns 400 for an invalid email, and for none or two people', async () => {
    const { admin, otherId } = await createPersonSite();
    for (const wrong of ['email=x', '', `${query}&leadId=${otherId}`]) {
      expect((await admin('GET', `/api/privacy/export?${wrong}`)).statusCode).toBe(400);
    }
    const gone = await admin('GET', '/api/privacy/export?leadId=nothing');
    expect(gone.statusCode).toBe(404);
  });
});

describe('POST /api/privacy/erase', () => {
  test('leaves neither a next step that was copied by a merge nor the name of an imported file', async () => {
    const { admin, db, sendFile } = await createFileSite();
    const send = async (name: string, fileName: string) => {
      const email = `${name}@${name}.example`;
      await sendFile(`${titles}\n${name},${name},${email},\n`, `?fileName=${fileName}`);
    };
    await send('Zelda', 'zelda.csv');
    await send('Ann', 'all.csv');
    await send('Bo', 'all.csv');
    const list = async () => (await admin('GET', '/api/leads')).json() as Lead[];
    const ids = new Map((await list()).map(({ id, companyName }) => [companyName, id]));
    const setNextStep = (name: string, text: string, dueInMs = DAY) => {
      const dueAt = new Date(Date.now() + dueInMs).toISOString();
      return admin('PATCH', `/api/leads/${ids.get(name)}`, { nextStep: { text, dueAt } });
    };
    const merge = async (keptName: string, otherName: string) => {
      const body = { keepId: ids.get(keptName), otherId: ids.get(otherName) };
      expect((await admin('POST', '/api/leads/merge', body)).statusCode).toBe(200);
    };
    await setNextStep('Zelda', 'Call Zelda');
    await merge('Ann', 'Zelda');
    await setNextStep('Ann', 'Call Zelda', 2 * DAY);
    await merge('Bo', 'Ann');
    await setNextStep('Bo', 'Ask Bo');
    await admin('POST', '/api/privacy/erase', { email: 'zelda@zelda.example' });
    const content = await readAllTables(db);
    expect(content.match(/.{100}zelda.{30}/gi)).toBeNull();
    expect(content).toContain('all.csv');
    expect((await list()).map(({ nextStep }) => nextStep?.text)).toEqual(['Ask Bo']);
    const ann = await db
      .selectFrom('leads')
      .select(['nextStepText', 'nextStepDueAt'])
      .where('id', '=', ids.get('Ann') ?? '')
      .executeTakeFirstOrThrow();
    expect(ann).toEqual({ nextStepText: null, nextStepDueAt: null });
  });

  test('deletes the leads of exactly this email, and leaves no personal data', async () => {
    const { admin, db, id, otherId } = await createPersonSite();
    await admin('PATCH', `/api/leads/${id}`, { contactName: 'Erased Person' });
    await admin('POST', `/api/leads/${id}/notes`, { text: 'Prefers mornings' });
    const report = await admin('POST', '/api/privacy/erase', { email });
    expect(report.json()).toEqual({ erasedLeadIds: [id], erasedBookings: 0, kept: [] });
    const leads = await db.selectFrom('leads').select('id').execute();
    expect(leads.map((lead) => lead.id)).toEqual([otherId]);
    const audit = JSON.stringify(await db.selectFrom('audit').selectAll().execute());
    expect(audit).not.toMatch(/Erased Person|ann\+x|lead-records/i);
    expect(audit).toContain('erasedLeads');
  });

  test('leaves no trace of a call that the person booked through the link of somebody else’s lead', async () => {
    const site = withWebhooks(await createSchedulingSite({}, allowedReceivers));
    const { admin, visitor, db, slots, book, addWebhook, listAttempts } = site;
    const receiver = await startWebhookReceiver();
    const webhook = await addWebhook(receiver.url, { events: ['call.booked'] });
    const { id: leadId } = (await visitor('POST', '/api/leads', sampleLead)).json();
    const free = await slots();
    const person = { name: 'Cy Colleague', email: 'x@colleague.example', company: 'Colleague Ltd' };
    const { id } = (await book(pickSlot(free), { leadId, ...person })).json();
    const kept = (await book(pickSlot(free, 60), { leadId })).json();
    const url = `/api/scheduling/bookings/${id}`;
    const move = { start: pickSlot(free, 80), message: 'See you then, colleague.' };
    expect((await admin('PATCH', url, move)).statusCode).toBe(200);
    await db
      .updateTable('bookings')
      .set({ startAt: new Date(Date.now() - 3_600_000).toISOString() })
      .where('id', '=', id)
      .execute();
    const result = { result: 'took_place', note: 'A colleague of theirs.' };
    expect((await admin('POST', `${url}/result`, result)).statusCode).toBe(200);
    await expect.poll(() => listAttempts(webhook.id)).toHaveLength(3);

    const report = await admin('POST', '/api/privacy/erase', { email: person.email });
    expect(report.json()).toEqual({ erasedLeadIds: [], erasedBookings: 1, kept: [] });
    expect((await readAllTables(db)).match(/.{0,100}colleague.{0,30}/gi)).toBeNull();
    // The lead's own call stays, with its deliveries and history.
    expect(await listAttempts(webhook.id)).toHaveLength(1);
    const deliveries: { callId: string | null }[] = await site.listDeliveries(leadId);
    expect(new Set(deliveries.map(({ callId }) => callId))).toEqual(new Set([null, kept.id]));
    const { timeline } = (await admin('GET', `/api/leads/${leadId}`)).json();
    const calls = timeline.filter(({ kind }: { kind: string }) => kind === 'call');
    expect(calls).toMatchObject([{ after: { what: 'booked', callId: kept.id } }]);
  });

  if (inject('engine') === 'sqlite') {
    test('overwrites what it deletes in the database file', async () => {
      const { admin, db, environment, id } = await createPersonSite();
      await admin('POST', `/api/leads/${id}/notes`, { text: 'Prefers a quiet room. '.repeat(200) });
      const readFile = async () => {
        await sql`pragma wal_checkpoint(truncate)`.execute(db);
        return readFileSync(join(environment.DATA_DIR, databaseFileName), 'latin1');
      };
      expect(await readFile()).toContain('Prefers a quiet room.');
      await admin('POST', '/api/privacy/erase', { email });
      expect(await readFile()).not.toMatch(/Prefers a quiet room|Person & Co|ann\+x/i);
    });
  }

  test('keeps a lead that has paid, and returns the reason', async () => {
    const { admin, pay, verify, ids, db } = await createPaymentSite();
    const intentId = await pay();
    await verify(intentId);
    const lead = await db
      .selectFrom('leads')
      .select('email')
      .where('id', '=', ids.leadId)
      .executeTakeFirstOrThrow();
    const report = (await admin('POST', '/api/privacy/erase', { email: lead.email })).json();
    expect(report.erasedLeadIds).toEqual([]);
    expect(report.kept).toEqual([
      { leadId: ids.leadId, reason: expect.stringContaining('payment records must be retained') },
    ]);
  });
});
