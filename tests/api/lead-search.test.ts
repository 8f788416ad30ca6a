import { describe, expect, it } from 'vitest';
import { sampleLead } from '../support/samples';
import { createTestApp, shareSite } from '../support/test-app';

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
async function startSearch(leads: readonly Record<string, unknown>[]) {
  const indexed = await createSiteSearch(leads);
  const unindexed = await createSiteSearch(leads);
  await unindexed.db.updateTable('leadSearchTexts').set({ indexed: 0 }).execute();
  return async (q: string): Promise<string[]> => {
    const found = await indexed.search(q);
    expect(await unindexed.search(q), `${q}, without the index`).toEqual(found);
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

  const getSearch = shareSite(() => startSearch(leads));

  it('finds the number whatever punctuation is stored or typed', async () => {
    const search = getSearch();
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
    const search = getSearch();
    expect(await search('(5')).toEqual(['Parentheses']);
    expect(await search('--')).toEqual([]);
    expect(await search('+1')).toEqual(['International', 'Other']);
  });

  it('treats wildcards between digits as text', async () => {
    const search = getSearch();
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

  const getSearch = shareSite(() => startSearch(leads));

  it('finds the source of the first and of the last visit', async () => {
    const search = getSearch();
    expect(await search('newsletter')).toEqual(['Newsletter']);
    expect(await search('instagram')).toEqual(['Two visits']);
    expect(await search('PARTNER')).toEqual(['Two visits']);
    expect(await search('google-ads')).toEqual(['Ad']);
  });

  it('finds the campaign and the medium, special characters included', async () => {
    const search = getSearch();
    expect(await search('spring')).toEqual(['Newsletter']);
    expect(await search('100% "open"')).toEqual(['Newsletter']);
    expect(await search('webinar')).toEqual(['Two visits']);
    expect(await search('ring_100')).toEqual([]);
  });

  it('does not match field names, dates or page URLs of the stored attribution', async () => {
    const search = getSearch();
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

  const getSearch = shareSite(() => startSearch(leads));

  it('finds the name with and without its accents', async () => {
    const search = getSearch();
    expect(await search('jose nunez')).toEqual(['Accents', 'Plain']);
    expect(await search('JOSÉ NÚÑEZ')).toEqual(['Accents', 'Plain']);
    expect(await search('zoe & sohne')).toEqual(['Zoë & Söhne']);
  });

  it('treats pattern characters as text', async () => {
    const search = getSearch();
    expect(await search('100%')).toEqual(['Zoë & Söhne']);
    for (const q of ['%', '_', '*', '?', '[a-z]', '[', ']', '^', '\\', '.*', 'jos.', '(jo)']) {
      const literal = q === '%' ? ['Zoë & Söhne'] : [];
      expect(await search(q), q).toEqual(literal);
    }
  });
});
