import { describe, expect, it } from 'vitest';
import { completeLeads } from '../../src/leads/search/search-texts.server';
import { copyLead } from '../support/copy-lead';
import { createDesk } from '../support/desk-site';

describe('GET /api/leads?q= with a text of a merged inquiry', () => {
  const inquiries = [
    {
      companyName: 'Later',
      contactName: 'Ann Quill',
      email: 'quill@office.example',
      phone: '(614) 555-0188',
      message: 'Two receptionists in Tulsa',
    },
    { companyName: 'Kept', contactName: 'Ann Quill', email: 'ann@quill.example', phone: null },
    { companyName: 'Third', contactName: 'Bo Quill', email: 'third@quill.example', phone: null },
  ];
  const onlyLater = ['quill@office', '614-555-0188', 'receptionists in tulsa', 'later'];

  async function createMergedSearch() {
    const site = await createDesk(inquiries);
    const [laterId = '', keptId = '', thirdId = ''] = site.ids;
    const search = async (q: string, filter = '') => {
      const query = `q=${encodeURIComponent(q)}${filter}`;
      const companies = (await site.listCompanies(query)).sort();
      const { headers } = await site.admin('GET', `/api/leads?${query}&limit=1`);
      expect(headers['x-total-count'], q).toBe(String(companies.length));
      return companies;
    };
    const merge = (keepId: string, otherId: string) =>
      site.admin('POST', '/api/leads/merge', { keepId, otherId });
    return { ...site, laterId, keptId, thirdId, search, merge };
  }

  it('finds the lead it was merged into until the merge is undone, and none while the inquiry is deleted', async () => {
    const { admin, laterId, keptId, search, merge } = await createMergedSearch();
    await merge(keptId, laterId);
    for (const q of onlyLater) expect(await search(q), q).toEqual(['Kept']);
    // Once, although both have it.
    expect(await search('ann quill')).toEqual(['Kept']);
    await admin('DELETE', `/api/leads/${laterId}`);
    expect(await search('tulsa')).toEqual([]);
    await admin('POST', `/api/leads/${laterId}/restore`);
    expect(await search('tulsa')).toEqual(['Kept']);
    await admin('POST', `/api/leads/${keptId}/unmerge`, { otherId: laterId });
    for (const q of onlyLater) expect(await search(q), q).toEqual(['Later']);
    expect(await search('ann quill')).toEqual(['Kept', 'Later']);
  });

  it('finds the last lead of two merges in a row, also with other filters', async () => {
    const { laterId, keptId, thirdId, admin, search, merge } = await createMergedSearch();
    await merge(keptId, laterId);
    await merge(thirdId, keptId);
    for (const q of onlyLater) expect(await search(q), q).toEqual(['Third']);
    expect(await search('tulsa', '&status=new')).toEqual(['Third']);
    expect(await search('tulsa', '&status=contacted')).toEqual([]);
    await admin('DELETE', `/api/leads/${thirdId}`);
    expect(await search('tulsa')).toEqual([]);
    expect(await search('tulsa', '&deleted=true')).toEqual(['Third']);
  });

  it('finds and counts the lead among thousands with the same text', async () => {
    const { admin, db, laterId, keptId, merge } = await createMergedSearch();
    const createdAt = '2020-01-01T00:00:00.000Z';
    await copyLead(db, laterId, 2_100, () => ({ createdAt }));
    await completeLeads(db);
    await merge(keptId, laterId);
    await merge('copy-0', 'copy-1');
    const { headers, body } = await admin('GET', '/api/leads?q=tulsa&limit=1');
    expect(JSON.parse(body)).toMatchObject([{ companyName: 'Kept' }]);
    expect(headers['x-total-count']).toBe('2100');
    const stages: { count: number }[] = (await admin('GET', '/api/leads/stages?q=tulsa')).json();
    expect(stages.reduce((sum, { count }) => sum + count, 0)).toBe(2_100);
  });
});
