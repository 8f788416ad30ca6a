import { describe, expect, test } from 'vitest';
import { pickLeadMails } from '../support/lead-mails';
import { createMailSite } from '../support/mail-site';
import { sampleLead } from '../support/samples';
import { createTestApp, postFrom, startSecondApp } from '../support/test-app';

type Site = Awaited<ReturnType<typeof createTestApp>>;

const listSuspectedSpam = async (site: Site) =>
  (await site.admin('GET', '/api/leads?suspect=true')).json() as { id: string; suspect: string }[];

describe('email about suspected spam', () => {
  test('notifies the owner at once and the contact only after "not spam", and records the change', async () => {
    const site = await createMailSite();
    const { smtp } = site;
    const sent = await site.visitor('POST', '/api/leads', { ...sampleLead, website: 'x' });
    const { id } = sent.json();
    const listDeliveryKinds = async () =>
      pickLeadMails<{ kind: string }>(
        (await site.admin('GET', `/api/leads/${id}/deliveries`)).json(),
      )
        .map(({ kind }) => kind)
        .toSorted();
    const [mail] = await smtp.received(1);
    expect(mail?.subject).toContain(`Suspected spam: ${sampleLead.companyName}`);
    expect(await listDeliveryKinds()).toEqual(['lead-notification']);
    const cleared = await site.admin('POST', `/api/leads/${id}/not-spam`);
    expect(cleared.json()).toMatchObject({ id, suspect: null });
    await smtp.received(2);
    expect(await listDeliveryKinds()).toEqual(['lead-confirmation', 'lead-notification']);
    expect((await site.admin('POST', `/api/leads/${id}/not-spam`)).statusCode).toBe(200);
    expect(await listDeliveryKinds()).toEqual(['lead-confirmation', 'lead-notification']);
    expect((await site.admin('POST', '/api/leads/nobody/not-spam')).statusCode).toBe(404);
    const { updatedAt } = cleared.json();
    expect((await site.admin('GET', `/api/leads/${id}/history`)).json()).toMatchObject([
      {
        action: 'changed',
        at: updatedAt,
        by: 'admin',
        before: { suspect: 'hidden-field' },
        after: { suspect: null },
      },
    ]);
    expect((await site.admin('GET', '/api/leads/summary')).json()).toMatchObject({
      new: 1,
      suspected: 0,
      deleted: 0,
      expiring: { count: 0, firstAt: null },
    });
  });
});

describe('inquiry rate limit', () => {
  const sendFrom = (site: Pick<Site, 'app'>, address: string) =>
    postFrom(site, address, '/api/leads', sampleLead);

  test('marks and then rejects inquiries from one address, while others are accepted', async () => {
    const site = await createTestApp();
    for (let sent = 0; sent < 30; sent += 1) {
      expect((await sendFrom(site, '198.51.100.1')).statusCode).toBe(201);
    }
    const rejected = await sendFrom(site, '198.51.100.1');
    expect(rejected.statusCode).toBe(429);
    expect(rejected.json().code).toBe('too_many_requests');
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(500);
    expect((await sendFrom(site, '198.51.100.2')).statusCode).toBe(201);
    expect(await listSuspectedSpam(site)).toHaveLength(20);
    const page = await site.app.inject({
      method: 'POST',
      url: '/enquiry',
      remoteAddress: '198.51.100.1',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'companyName=Kept+Text&contactName=B&email=a%40b.example',
    });
    expect(page.statusCode).toBe(429);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('Kept Text');
    expect(page.body).toContain('Please try again in');
  });

  test('rejects the 121st inquiry from one IPv4 /24, from any of its addresses', async () => {
    const site = await createTestApp();
    const send = async (address: string) => (await sendFrom(site, address)).statusCode;
    const statuses = await Promise.all(
      Array.from({ length: 120 }, (_, index) => send(`198.51.100.${index % 60}`)),
    );
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(await send('198.51.100.250')).toBe(429);
    expect(await send('198.51.101.1')).toBe(201);
  });

  test('accepts inquiries again after ten minutes', async () => {
    const site = await createTestApp();
    for (let sent = 0; sent < 31; sent += 1) await sendFrom(site, '198.51.100.1');
    const shiftTime = (text: string) => new Date(Date.parse(text) - 11 * 60_000).toISOString();
    for (const { key, startedAt, endsAt } of await site.db
      .selectFrom('rateLimits')
      .selectAll()
      .execute()) {
      await site.db
        .updateTable('rateLimits')
        .set({ startedAt: shiftTime(startedAt), endsAt: shiftTime(endsAt) })
        .where('key', '=', key)
        .execute();
    }
    // A new app, because the first one remembers the rejected address in memory.
    const app = await startSecondApp(site);
    expect((await sendFrom({ app }, '198.51.100.1')).statusCode).toBe(201);
  });
});
