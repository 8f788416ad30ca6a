import { expect, test } from 'vitest';
import { sampleLead } from '../support/samples';
import { createTestApp } from '../support/test-app';

test('/metrics reports the number of leads in the last hour and the time of the last lead', async () => {
  const token = 'a-token-of-16-letters';
  const { visitor } = await createTestApp({ METRICS_TOKEN: token });
  const startedAt = Date.now();
  await visitor('POST', '/api/leads', sampleLead);
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await visitor('GET', '/metrics', undefined, headers);
  const findValue = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(body)?.[1]);
  expect(findValue('crewbridge_database_up')).toBe(1);
  expect(findValue('crewbridge_leads_last_hour')).toBe(1);
  expect(findValue('crewbridge_last_lead_timestamp_seconds')).toBeGreaterThanOrEqual(
    Math.floor(startedAt / 1000),
  );
  expect(findValue('crewbridge_outbox_failed_last_day')).toBe(0);
});
