import { expect, test } from 'vitest';
import { HOUR } from '../../src/lib/time/durations';
import { sampleLead } from '../support/samples';
import { createTestApp } from '../support/test-app';

async function createSite() {
  const token = 'a-token-of-16-letters';
  const site = await createTestApp({ METRICS_TOKEN: token });
  /** Reads the metrics. @returns a function that finds a value by its name */
  async function readMetrics() {
    const headers = { authorization: `Bearer ${token}` };
    const { body } = await site.visitor('GET', '/metrics', undefined, headers);
    return (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(body)?.[1]);
  }
  return { ...site, readMetrics };
}

test('/metrics reports the number of leads in the last hour and the time of the last lead', async () => {
  const { visitor, readMetrics } = await createSite();
  const startedAt = Date.now();
  await visitor('POST', '/api/leads', sampleLead);
  const findValue = await readMetrics();
  expect(findValue('crewbridge_database_up')).toBe(1);
  expect(findValue('crewbridge_leads_last_hour')).toBe(1);
  expect(findValue('crewbridge_last_lead_timestamp_seconds')).toBeGreaterThanOrEqual(
    Math.floor(startedAt / 1000),
  );
  expect(findValue('crewbridge_outbox_failed_last_day')).toBe(0);
});

test('/metrics leaves suspected spam out of the leads that it reports', async () => {
  const { visitor, db, readMetrics } = await createSite();
  await visitor('POST', '/api/leads', sampleLead);
  const createdAt = new Date(Date.now() - 2 * HOUR).toISOString();
  await db.updateTable('leads').set({ createdAt }).execute();
  const spam = await visitor('POST', '/api/leads', { ...sampleLead, website: 'x' });
  expect(spam.statusCode).toBe(201);
  const findValue = await readMetrics();
  expect(findValue('crewbridge_leads_last_hour')).toBe(0);
  expect(findValue('crewbridge_last_lead_timestamp_seconds')).toBeCloseTo(
    Date.parse(createdAt) / 1000,
  );
});
