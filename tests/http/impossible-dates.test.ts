import { describe, expect, test } from 'vitest';
import { sampleItems, sampleLead } from '../support/samples';
import { createTestApp, shareSite } from '../support/test-app';

async function createSiteWithLead() {
  const site = await createTestApp({ SCHEDULING_URL: 'https://calendly.com/crew/call' });
  const { id } = (await site.visitor('POST', '/api/leads', sampleLead)).json();
  const { admin, visitor } = site;
  const sendLead = (fields: object) => visitor('POST', '/api/leads', { ...sampleLead, ...fields });
  /** Requests that contain a time, and the field that must be refused. */
  const senders = {
    publishAt: (at: string) => admin('POST', '/api/stats', { ...sampleItems.stats, publishAt: at }),
    unpublishAt: (at: string) =>
      admin('POST', '/api/stats', { ...sampleItems.stats, unpublishAt: at }),
    dueAt: (at: string) =>
      admin('POST', `/api/leads/${id}/tasks`, { title: 'Call again', dueAt: at }),
    'nextStep.dueAt': (at: string) =>
      admin('POST', '/api/scheduling/bookings/any/result', {
        result: 'took_place',
        nextStep: { text: 'Call again', dueAt: at },
      }),
    start: (at: string) => admin('POST', `/api/leads/${id}/bookings`, { start: at }),
    createdFrom: (at: string) => admin('GET', `/api/leads?createdFrom=${encodeURIComponent(at)}`),
    createdTo: (at: string) => admin('GET', `/api/leads?createdTo=${encodeURIComponent(at)}`),
    from: (at: string) => admin('GET', `/api/scheduling/bookings?from=${at}&to=${at}`),
    'attribution.last.at': (at: string) =>
      sendLead({ attribution: { first: { at: '2026-03-20T10:00:00.000Z' }, last: { at } } }),
    'consent.at': (at: string) =>
      sendLead({ consent: { analytics: true, advertising: false, at } }),
    reportedStart: (at: string) =>
      visitor('POST', '/api/scheduling/confirmations', {
        provider: 'calendly',
        externalId: 'https://api.calendly.com/scheduled_events/E/invitees/I',
        start: at,
      }),
  };
  return { ...site, senders };
}

const getSite = shareSite(createSiteWithLead);

type Field = keyof Awaited<ReturnType<typeof createSiteWithLead>>['senders'];

describe('a time that does not exist', () => {
  test.each<Field>([
    ...(['publishAt', 'unpublishAt', 'dueAt', 'nextStep.dueAt', 'start', 'createdFrom'] as const),
    ...(['createdTo', 'from', 'attribution.last.at', 'consent.at', 'reportedStart'] as const),
  ])('is refused as %s', async (field) => {
    const { senders } = getSite();
    for (const at of [
      '2027-02-31T00:00:00.000Z',
      '2027-02-29T00:00:00.000Z',
      '2027-06-31T00:00:00.000Z',
      '2027-13-01T00:00:00.000Z',
      '2027-01-01T24:00:00.000Z',
    ]) {
      const refused = await senders[field](at);
      expect([at, refused.statusCode]).toEqual([at, 400]);
      expect(Object.keys(refused.json().fields)).toContain(
        field === 'reportedStart' ? 'start' : field.split('.')[0],
      );
    }
    // The last day of February in a leap year exists.
    const accepted = await senders[field]('2028-02-29T00:00:00.000Z');
    expect(accepted.statusCode).not.toBe(400);
  });

  test('is refused as a publication time whose year has five digits in UTC', async () => {
    const { senders } = getSite();
    const refused = await senders.publishAt('9999-12-31T23:59:59-05:00');
    expect(refused.statusCode).toBe(400);
  });

  test.each(['from', 'to'])('is refused as the %s of the free times', async (name) => {
    const refused = await getSite().visitor('GET', `/api/scheduling/slots?${name}=2027-02-31`);
    expect(refused.json().fields).toEqual({ [name]: 'Must be a date' });
  });

  test('does not break the export of a person who wrote it', async () => {
    const { admin, visitor } = getSite();
    const lead = { ...sampleLead, email: 'ann@dates.example', message: '2026-99-99T99:99:99Z' };
    expect((await visitor('POST', '/api/leads', lead)).statusCode).toBe(201);
    const page = await admin('GET', '/api/privacy/export?email=ann@dates.example&format=html');
    expect(page.body).toContain('2026-99-99T99:99:99Z');
  });
});
