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

  it('searches for a short or empty number, and for one with wildcards, as text', async () => {
    const search = getSearch();
    expect(await search('(5')).toEqual(['Parentheses']);
    expect(await search('--')).toEqual([]);
    expect(await search('+1')).toEqual(['International', 'Other']);
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

  it('finds the source of the first and of the last visit, the campaign and the medium, special characters included', async () => {
    const search = getSearch();
    expect(await search('newsletter')).toEqual(['Newsletter']);
    expect(await search('instagram')).toEqual(['Two visits']);
    expect(await search('PARTNER')).toEqual(['Two visits']);
    expect(await search('google-ads')).toEqual(['Ad']);
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
    { companyName: 'Zoë & Söhne', contactName: 'Ann_B 100%', phone: null },
    { companyName: 'Plain', contactName: 'Jose Nunez', phone: null },
  ];

  const getSearch = shareSite(() => startSearch(leads));

  it('finds the name with and without its accents', async () => {
    const search = getSearch();
    expect(await search('jose nunez')).toEqual(['Accents', 'Plain']);
    expect(await search('JOSÉ NÚÑEZ')).toEqual(['Accents', 'Plain']);
    expect(await search('zoe & sohne')).toEqual(['Zoë & Söhne']);
    expect(await search('')).toHaveLength(3);
  });

  it('treats pattern characters as text', async () => {
    const search = getSearch();
    for (const q of ['%', '_', '100%', '_B']) expect(await search(q), q).toEqual(['Zoë & Söhne']);
    for (const q of ['%%', '*', '?', '[a-z]', '[', ']', '^', '\\', '.*', 'jos.', '(jo)']) {
      expect(await search(q), q).toEqual([]);
    }
  });
});

describe('GET /api/leads?q= with several words', () => {
  const getSite = shareSite(async () => {
    const site = await createTestApp();
    const send = async (fields: Record<string, unknown>): Promise<string> =>
      (await site.visitor('POST', '/api/leads', { ...sampleLead, ...fields })).json().id;
    const search = async (query: string): Promise<string[]> =>
      (await site.admin('GET', `/api/leads?${query}`))
        .json()
        .map(({ companyName }: { companyName: string }) => companyName);
    return { ...site, send, search };
  });

  it('finds a lead by words of several fields, in any order, also the beginning of one', async () => {
    const { send, search } = getSite();
    await send({ companyName: 'Northlake Spa', contactName: 'Tyrell Okafor' });
    await send({ companyName: 'Northlake Gym', contactName: 'Ana Brandt', message: 'Two desks' });
    const found: Record<string, string[]> = {
      'tyrell northlake': ['Northlake Spa'],
      'northlake  TYR': ['Northlake Spa'],
      'desks ana': ['Northlake Gym'],
      'n sp tyrell': ['Northlake Spa'],
      'ana tyrell': [],
      'northlake gym desk zebra': [],
    };
    for (const [q, companies] of Object.entries(found))
      expect(await search(`q=${encodeURIComponent(q)}`), q).toEqual(companies);
  });

  it('lists leads with all words in their names first, page by page, unless an order is chosen', async () => {
    const { send, search, admin } = getSite();
    await send({ companyName: 'Quill Clinic' });
    for (const companyName of ['Ridge', 'Sable', 'Tern'])
      await send({ companyName, message: 'As at Quill Clinic' });
    expect(await search('q=clinic%20quill')).toEqual(['Quill Clinic', 'Tern', 'Sable', 'Ridge']);
    expect(await search('q=clinic%20quill&sort=created')).toEqual([
      'Quill Clinic',
      'Ridge',
      'Sable',
      'Tern',
    ]);
    expect(await search('q=clinic%20quill&sort=-created')).toEqual([
      'Tern',
      'Sable',
      'Ridge',
      'Quill Clinic',
    ]);
    const first = await admin('GET', '/api/leads?q=quill&limit=1');
    const cursor = /cursor=([^&>]+)/.exec(String(first.headers.link))?.[1];
    expect(await search(`q=quill&limit=2&cursor=${cursor}`)).toEqual(['Tern', 'Sable']);
  });

  it('finds the words of notes and of logged calls, until the note is deleted', async () => {
    const { send, search, admin } = getSite();
    const id = await send({ companyName: 'Umber Dental', contactName: 'Kim Vale' });
    const url = `/api/leads/${id}`;
    const note = await admin('POST', `${url}/notes`, { text: 'Wants a receptionist by Easter' });
    await admin('POST', `${url}/contacted`, { channel: 'phone', note: 'Left a voicemail' });
    await admin('PATCH', url, { status: 'closed_lost', note: 'Closed lost: hired in house' });
    await admin('PATCH', url, { contactName: 'Kim Vail' });
    for (const q of ['easter umber', 'voicemail kim', 'hired vail', 'receptionist voicemail'])
      expect(await search(`q=${encodeURIComponent(q)}`), q).toEqual(['Umber Dental']);
    expect((await admin('DELETE', `${url}/notes/${note.json().id}`)).statusCode).toBe(204);
    expect(await search('q=easter')).toEqual([]);
    expect(await search('q=voicemail')).toEqual(['Umber Dental']);
  });
});
