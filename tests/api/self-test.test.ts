import { describe, expect, test } from 'vitest';
import { purgeTestLeads } from '../../src/leads/self-test/self-test.server';
import { createMailSite, owner } from '../support/mail-site';
import { sampleLead } from '../support/samples';
import { createTestApp } from '../support/test-app';

interface Step {
  name: string;
  label: string;
}

describe('POST /api/self-test', () => {
  test('sends an inquiry through form, store and email, and leaves nothing behind', async () => {
    const { admin, db, listMailsTo } = await createMailSite();
    const readHistory = () => db.selectFrom('audit').selectAll().execute();
    const history = await readHistory();
    const response = await admin('POST', '/api/self-test');
    expect(response.statusCode).toBe(200);
    const { success, steps } = response.json();
    expect(success).toBe(true);
    // There may be other deliveries and checks.
    const labels = ['Email to the visitor', 'Email to you', 'Link for calls'];
    expect(
      steps.filter(
        ({ name, label }: Step) => !['delivery', 'check'].includes(name) || labels.includes(label),
      ),
    ).toEqual([
      { name: 'form', label: 'Send the form', state: 'ok', detail: null },
      { name: 'store', label: 'Store the lead', state: 'ok', detail: null },
      { name: 'delivery', label: 'Email to the visitor', state: 'ok', detail: null },
      { name: 'delivery', label: 'Email to you', state: 'ok', detail: null },
      { name: 'cleanup', label: 'Clean up', state: 'ok', detail: null },
      {
        name: 'check',
        label: 'Link for calls',
        state: 'off',
        detail: expect.stringContaining('visitors are promised a link, but there is none'),
      },
    ]);
    const subjects = (await listMailsTo(owner)).map(({ subject }) => subject);
    expect(subjects).toHaveLength(2);
    expect(subjects.join()).toContain('Test inquiry');
    for (const table of ['leads', 'outbox', 'idempotencyKeys', 'leadSearchTexts'] as const) {
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([]);
    }
    expect(await readHistory()).toEqual(history);
    expect((await admin('GET', '/api/funnel/7')).json().sources).toEqual([
      { source: 'direct', counts: { enquiry: 0 } },
    ]);
  });

  test('names the steps that failed and those that are turned off', async () => {
    const site = await createMailSite();
    site.smtp.fail(10);
    const failed = (await site.admin('POST', '/api/self-test')).json();
    expect(failed.success).toBe(false);
    expect(failed.steps).toContainEqual({
      name: 'delivery',
      label: 'Email to you',
      state: 'failed',
      detail: expect.stringContaining('Try again later'),
    });
    expect(await site.db.selectFrom('leads').select('id').execute()).toEqual([]);

    const { admin } = await createTestApp();
    const off = (await admin('POST', '/api/self-test')).json();
    expect(off.success).toBe(true);
    expect(off.steps).toContainEqual({
      name: 'delivery',
      label: 'Email to you',
      state: 'off',
      detail: expect.stringContaining('Mail is off'),
    });
  });
});

describe('purgeTestLeads', () => {
  test('deletes the lead of a test that was interrupted, and no other', async () => {
    const { visitor, db, admin } = await createTestApp();
    const send = (companyName: string, key: string) =>
      visitor('POST', '/api/leads', { ...sampleLead, companyName }, { 'idempotency-key': key });
    await send('Test inquiry', 'self-test-1');
    await send('A real company', 'self-test-2');
    await send('Test inquiry', 'another-key');
    await purgeTestLeads(db);
    expect((await admin('GET', '/api/leads')).json()).toHaveLength(3);
    await db
      .updateTable('idempotencyKeys')
      .set({ createdAt: '2020-01-01T00:00:00.000Z' })
      .execute();
    await purgeTestLeads(db);
    const names = (await admin('GET', '/api/leads')).json() as { companyName: string }[];
    expect(names.map(({ companyName }) => companyName).sort()).toEqual([
      'A real company',
      'Test inquiry',
    ]);
  });
});
