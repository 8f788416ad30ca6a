import { describe, expect, it } from 'vitest';
import { leadHooks } from '../../src/app/feature-hooks.server';
import { purgeExpiredLeads } from '../../src/features/leads/privacy/retention.server';
import { drainSearchQueue } from '../../src/features/leads/search/search-queue.server';
import { fillSearchTexts } from '../../src/features/leads/search/search-text-table.server';
import { createDesk } from '../desk-site';
import { sampleLead } from '../samples';
import { createTestApp } from '../test-app';

const at = '2026-03-02T09:00:00.000Z';
const createAttribution = (campaign: Record<string, string>, landing = '/talent') => ({
  first: { at, landing, campaign },
  last: { at, landing, campaign },
});

/** Stores one lead for each set of fields. @returns a search that lists the companies it finds */
async function createSiteSearch(leads: readonly Record<string, unknown>[]) {
  const { visitor, admin, db } = await createTestApp();
  for (const fields of leads) {
    const sent = await visitor('POST', '/api/leads', { ...sampleLead, ...fields });
    expect(sent.statusCode).toBe(201);
  }
  const search = async (q: string): Promise<string[]> => {
    const response = await admin('GET', `/api/leads?q=${encodeURIComponent(q)}`);
    expect(response.statusCode).toBe(200);
    return response
      .json()
      .map(({ companyName }: { companyName: string }) => companyName)
      .sort();
  };
  return { search, db };
}

/** Creates a search that checks that it finds the same leads with and without the index. */
async function createSearch(leads: readonly Record<string, unknown>[]) {
  const indexed = await createSiteSearch(leads);
  await drainSearchQueue(indexed.db);
  const queued = await createSiteSearch(leads);
  return async (q: string): Promise<string[]> => {
    const found = await indexed.search(q);
    expect(await queued.search(q), `${q}, without the index`).toEqual(found);
    return found;
  };
}

describe('GET /api/leads?q= with a phone number', () => {
  const phones = {
    International: '+1 512 555 0199',
    Parentheses: '(512) 555-0199',
    Dots: '512.555.0199',
    'No-break': '512\u00a0555\u20110199',
    Extension: '512-555-0199 ext. 7',
    Other: '+1 512 555 0188',
    None: null,
  };
  const sameNumber = ['Dots', 'Extension', 'International', 'No-break', 'Parentheses'];
  const leads = Object.entries(phones).map(([companyName, phone]) => ({ companyName, phone }));

  it('finds the number whatever punctuation is stored or typed', async () => {
    const search = await createSearch(leads);
    for (const q of [
      '5125550199',
      '(512) 555-0199',
      '512.555.0199',
      '512 555 0199',
      '512/555/0199',
      '+1 (512) 555-0199',
      '15125550199',
      '555-0199',
    ]) {
      expect(await search(q), q).toEqual(sameNumber);
    }
    expect(await search('555 01')).toEqual([...sameNumber, 'Other'].sort());
    expect(await search('512 555 0188')).toEqual(['Other']);
  });

  it('searches for a short or empty number as text', async () => {
    const search = await createSearch(leads);
    expect(await search('(5')).toEqual(['Parentheses']);
    expect(await search('--')).toEqual([]);
    expect(await search('+1')).toEqual(['International', 'Other']);
  });

  it('treats wildcards between digits as text', async () => {
    const search = await createSearch(leads);
    expect(await search('512%0199')).toEqual([]);
    expect(await search('512_555_0199')).toEqual([]);
  });
});

describe('GET /api/leads?q= with an attribution', () => {
  const leads = [
    {
      companyName: 'Newsletter',
      phone: null,
      attribution: createAttribution({
        utm_source: 'Newsletter',
        utm_campaign: 'Spring 100% "open"',
      }),
    },
    { companyName: 'Ad', phone: null, attribution: createAttribution({ gclid: 'Cj0KCQ' }) },
    {
      companyName: 'Two visits',
      phone: null,
      attribution: {
        first: { at, landing: '/', referrer: 'www.instagram.com' },
        last: { at, landing: '/', campaign: { utm_source: 'partner', utm_medium: 'webinar' } },
      },
    },
    { companyName: 'Unknown', phone: null },
  ];

  it('finds the source of the first and of the last visit', async () => {
    const search = await createSearch(leads);
    expect(await search('newsletter')).toEqual(['Newsletter']);
    expect(await search('instagram')).toEqual(['Two visits']);
    expect(await search('PARTNER')).toEqual(['Two visits']);
    expect(await search('google-ads')).toEqual(['Ad']);
  });

  it('finds the campaign and the medium, special characters included', async () => {
    const search = await createSearch(leads);
    expect(await search('spring')).toEqual(['Newsletter']);
    expect(await search('100% "open"')).toEqual(['Newsletter']);
    expect(await search('webinar')).toEqual(['Two visits']);
    expect(await search('ring_100')).toEqual([]);
  });

  it('does not match field names, dates or page URLs of the stored attribution', async () => {
    const search = await createSearch(leads);
    for (const q of [
      'utm_source',
      'campaign',
      'landing',
      '2026-03',
      '/talent',
      'referrer',
      '":"',
    ]) {
      expect(await search(q), q).toEqual([]);
    }
  });
});

describe('GET /api/leads?q= with a name', () => {
  const leads = [
    { companyName: 'Accents', contactName: 'José Núñez', phone: null },
    { companyName: 'Zoë & Söhne', contactName: 'Ann 100%', phone: null },
    { companyName: 'Plain', contactName: 'Jose Nunez', phone: null },
  ];

  it('finds the name with and without its accents', async () => {
    const search = await createSearch(leads);
    expect(await search('jose nunez')).toEqual(['Accents', 'Plain']);
    expect(await search('JOSÉ NÚÑEZ')).toEqual(['Accents', 'Plain']);
    expect(await search('zoe & sohne')).toEqual(['Zoë & Söhne']);
  });

  it('treats pattern characters as text', async () => {
    const search = await createSearch(leads);
    expect(await search('100%')).toEqual(['Zoë & Söhne']);
    for (const q of ['%', '_', '*', '?', '[a-z]', '[', ']', '^', '\\', '.*', 'jos.', '(jo)']) {
      const literal = q === '%' ? ['Zoë & Söhne'] : [];
      expect(await search(q), q).toEqual(literal);
    }
  });
});

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
    { companyName: 'Third', contactName: 'Ann Q.', email: 'third@quill.example', phone: null },
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

  it.each([
    ['indexed', drainSearchQueue],
    ['queued', undefined],
  ])('finds the lead that keeps it until the merge is undone, while %s', async (_, index) => {
    const { admin, db, laterId, keptId, search, merge } = await createMergedSearch();
    await index?.(db);
    await merge(keptId, laterId);
    for (const q of onlyLater) expect(await search(q), q).toEqual(['Kept']);
    // Once, although both have it.
    expect(await search('ann quill')).toEqual(['Kept']);
    await admin('POST', `/api/leads/${keptId}/unmerge`, { otherId: laterId });
    for (const q of onlyLater) expect(await search(q), q).toEqual(['Later']);
    expect(await search('ann quill')).toEqual(['Kept', 'Later']);
  });

  it('finds the lead that keeps it through another lead, with the other filters', async () => {
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

  it('does not find it by an inquiry that was deleted', async () => {
    const { admin, laterId, keptId, search, merge } = await createMergedSearch();
    await merge(keptId, laterId);
    await admin('DELETE', `/api/leads/${laterId}`);
    expect(await search('tulsa')).toEqual([]);
    await admin('POST', `/api/leads/${laterId}/restore`);
    expect(await search('tulsa')).toEqual(['Kept']);
  });

  it('finds and counts it among thousands of leads with the text', async () => {
    const { admin, db, laterId, keptId, merge } = await createMergedSearch();
    const lead = await db
      .selectFrom('leads')
      .selectAll()
      .where('id', '=', laterId)
      .executeTakeFirstOrThrow();
    const createdAt = '2020-01-01T00:00:00.000Z';
    const copies = Array.from({ length: 2_100 }, (_, index) => ({
      ...lead,
      id: `copy-${index}`,
      createdAt,
    }));
    for (let from = 0; from < copies.length; from += 300) {
      await db
        .insertInto('leads')
        .values(copies.slice(from, from + 300))
        .execute();
    }
    await fillSearchTexts(db);
    await merge(keptId, laterId);
    await merge('copy-0', 'copy-1');
    const { headers, body } = await admin('GET', '/api/leads?q=tulsa&limit=1');
    expect(JSON.parse(body)).toMatchObject([{ companyName: 'Kept' }]);
    expect(headers['x-total-count']).toBe('2100');
    const stages: { count: number }[] = (await admin('GET', '/api/leads/stages?q=tulsa')).json();
    expect(stages.reduce((sum, { count }) => sum + count, 0)).toBe(2_100);
  });
});

describe('leads of an earlier release', () => {
  const typed = { companyName: 'Before', contactName: 'José', phone: '(512) 555-0199' };

  it('are found by name at once, and by all fields after their search texts are filled in', async () => {
    const { visitor, admin, db } = await createTestApp();
    await visitor('POST', '/api/leads', { ...sampleLead, ...typed });
    await visitor('POST', '/api/leads', { ...sampleLead, companyName: 'After', phone: null });
    const before = await db
      .updateTable('leads')
      .set({ person: null, phoneDigits: null, source: null })
      .where('companyName', '=', 'Before')
      .returning('id')
      .executeTakeFirstOrThrow();
    await drainSearchQueue(db);
    await db.deleteFrom('leadSearchTexts').where('leadId', '=', before.id).execute();
    const countMatches = async (q: string) =>
      (await admin('GET', `/api/leads?q=${encodeURIComponent(q)}`)).json().length;
    expect(await countMatches('BEFORE')).toBe(1);
    expect(await countMatches('5125550199')).toBe(0);
    await fillSearchTexts(db);
    expect(await countMatches('5125550199')).toBe(1);
    expect(await countMatches('jose')).toBe(1);
    expect(await countMatches('after')).toBe(1);
  });

  it('have their search texts filled in for several hundred leads', async () => {
    const { visitor, admin, db } = await createTestApp();
    await visitor('POST', '/api/leads', { ...sampleLead, ...typed });
    const lead = await db.selectFrom('leads').selectAll().executeTakeFirstOrThrow();
    const rows = Array.from({ length: 450 }, (_, index) => ({ ...lead, id: `copy-${index}` }));
    await db.insertInto('leads').values(rows).execute();
    await fillSearchTexts(db);
    const response = await admin('GET', '/api/leads?q=5125550199&limit=500');
    expect(response.json()).toHaveLength(451);
  });
});

describe('DELETE /api/leads/:id', () => {
  it('deletes the search text of the lead when it can no longer be restored', async () => {
    const { visitor, admin, db } = await createTestApp();
    const { id } = (await visitor('POST', '/api/leads', sampleLead)).json();
    await drainSearchQueue(db);
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
