import { describe, expect, test } from 'vitest';
import { sampleItems } from '../support/samples';
import { createTestApp } from '../support/test-app';

describe('GET /api/content-counts', () => {
  test('returns totals and the available and featured items', async () => {
    const { admin } = await createTestApp();
    const readCounts = async () => (await admin('GET', '/api/content-counts')).json();
    expect(await readCounts()).toEqual({
      talents: { total: 0, available: 0 },
      caseStudies: { total: 0, featured: 0 },
      packages: { total: 0 },
    });
    for (const status of ['available', 'assigned', 'available', 'in_training']) {
      await admin('POST', '/api/talents', { ...sampleItems.talents, status });
    }
    for (const featured of [true, false, false]) {
      await admin('POST', '/api/case-studies', { ...sampleItems['case-studies'], featured });
    }
    await admin('POST', '/api/packages', sampleItems.packages);
    expect(await readCounts()).toEqual({
      talents: { total: 4, available: 2 },
      caseStudies: { total: 3, featured: 1 },
      packages: { total: 1 },
    });
  });
});
