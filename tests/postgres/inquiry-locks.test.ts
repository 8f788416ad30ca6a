import { expect, test } from 'vitest';
import { countFunnelStep } from '../../src/analytics/store.server';
import { sampleLead } from '../support/samples';
import { createTestApp } from '../support/test-app';

test('an inquiry is stored while another process has an uncommitted inquiry of the same day and source', async () => {
  const { db, visitor, admin } = await createTestApp({}, undefined, { engine: 'postgres' });
  const response = await db.transaction().execute(async (transaction) => {
    await countFunnelStep(transaction, 'enquiry', 'direct');
    return visitor('POST', '/api/leads', sampleLead);
  });
  expect(response.statusCode).toBe(201);
  expect((await admin('GET', '/api/funnel/7')).json().sources).toEqual([
    { source: 'direct', counts: { enquiry: 2 } },
  ]);
});
