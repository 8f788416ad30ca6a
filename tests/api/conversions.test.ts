import { describe, expect, test } from 'vitest';
import { startPlatform } from '../platform-server';
import { sampleLead } from '../samples';
import { testApp } from '../test-app';

const settings = {
  SITE_URL: 'https://crew.example',
  GA_MEASUREMENT_ID: 'G-TEST123',
  GA_API_SECRET: 'ga-secret',
  META_PIXEL_ID: '4711',
  META_CAPI_TOKEN: 'meta-token',
  // Where the test's platforms are.
  PRIVATE_ADDRESSES: '127.0.0.1',
};

const consent = {
  analytics: true,
  advertising: true,
  at: '2026-03-18T09:12:00.000Z',
  gaClientId: '111.222',
  gaSessionId: '1700000000',
  fbp: 'fb.1.1700000000000.123456',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
};

async function siteWithPlatform(more: Record<string, string> = {}) {
  const platform = await startPlatform();
  const site = await testApp(
    { ...settings, ...more },
    { first: 20, longest: 50, poll: 20 },
    { conversionApis: platform.conversionApis },
  );
  const send = async (lead: object) =>
    (await site.visitor('POST', '/api/leads', { ...sampleLead, ...lead })).json().id as string;
  const outcomes = async (id: string) => {
    const rows: { kind: string; status: string; lastError: string | null; attempts: number }[] = (
      await site.admin('GET', `/api/leads/${id}/deliveries`)
    ).json();
    return rows.filter(({ kind }) => kind.endsWith('-lead'));
  };
  const settled = async (id: string) => {
    await expect
      .poll(async () => (await outcomes(id)).map(({ status }) => status), {
        interval: 10,
        timeout: 5_000,
      })
      .not.toContain('pending');
    return outcomes(id);
  };
  return { ...site, platform, send, settled };
}

describe('an enquiry whose visitor agreed', () => {
  test('is told to Google Analytics with the parameters of the browser’s event', async () => {
    const { platform, send, settled } = await siteWithPlatform();
    const id = await send({ consent });
    await settled(id);
    const told = platform.received.filter(({ path }) => path === '/mp/collect');
    expect(told).toHaveLength(1);
    expect(told[0]).toMatchObject({
      query: { measurement_id: 'G-TEST123', api_secret: 'ga-secret' },
      body: {
        client_id: '111.222',
        consent: { ad_user_data: 'GRANTED', ad_personalization: 'GRANTED' },
        events: [
          {
            name: 'lead_submission',
            params: {
              company_name: sampleLead.companyName,
              number_of_locations: 4,
              interested_package: 'Full PM',
              value: 1000,
              event_id: `lead-${id}`,
              session_id: '1700000000',
              engagement_time_msec: 1,
            },
          },
        ],
      },
    });
  });

  test('is told to Meta under the id that the pixel sends, and without what is personal', async () => {
    const { platform, send, settled } = await siteWithPlatform();
    const id = await send({ consent, interestedPackage: null });
    await settled(id);
    const told = platform.received.filter(({ path }) => path === '/v23.0/4711/events');
    expect(told).toHaveLength(1);
    expect(told[0]?.query).toEqual({});
    expect(told[0]?.body).toEqual({
      access_token: 'meta-token',
      data: [
        {
          event_name: 'Lead',
          event_id: `lead-${id}`,
          event_time: expect.any(Number),
          event_source_url: 'https://crew.example/',
          action_source: 'website',
          user_data: { client_user_agent: consent.userAgent, fbp: consent.fbp },
          custom_data: { content_name: 'General Inquiry', value: 300, currency: 'USD' },
        },
      ],
    });
    expect(JSON.stringify(platform.received)).not.toMatch(/olga|brenner|555 0100/i);
  });

  test('is told again until it is taken, under the same id, and once after that', async () => {
    const { platform, send, settled } = await siteWithPlatform();
    platform.fail(3);
    const id = await send({ consent });
    const rows = await settled(id);
    expect(rows.map(({ kind, status }) => [kind, status]).sort()).toEqual([
      ['google-analytics-lead', 'sent'],
      ['meta-lead', 'sent'],
    ]);
    expect(platform.received).toHaveLength(5);
    expect(JSON.stringify(platform.received).match(/lead-[\w-]{36}/g)).toEqual(
      Array(5).fill(`lead-${id}`),
    );
  });

  test('is stored once and told once, however often it is sent', async () => {
    const { platform, visitor, settled } = await siteWithPlatform();
    const again = () =>
      visitor(
        'POST',
        '/api/leads',
        { ...sampleLead, consent },
        { 'idempotency-key': 'one-form-12345' },
      );
    const { id } = (await again()).json();
    // A later visit has another consent, and the enquiry is the same.
    const later = await visitor(
      'POST',
      '/api/leads',
      { ...sampleLead, consent: null },
      { 'idempotency-key': 'one-form-12345' },
    );
    expect(later.json().id).toBe(id);
    await again();
    await settled(id);
    expect(platform.received).toHaveLength(2);
  });

  test('goes nowhere by a redirect, and no secret stands in what is said of it', async () => {
    const { platform, send, admin } = await siteWithPlatform();
    platform.fail(10_000, 307, { Location: 'http://127.0.0.1:1/elsewhere' });
    const id = await send({ consent });
    const errors = async () =>
      (await admin('GET', `/api/leads/${id}/deliveries`))
        .json()
        .filter(({ kind }: { kind: string }) => kind.endsWith('-lead'))
        .map(({ lastError }: { lastError: string | null }) => lastError);
    await expect.poll(errors, { interval: 10, timeout: 5_000 }).not.toContain(null);
    expect(JSON.stringify(await errors())).not.toMatch(/ga-secret|meta-token/);
    expect(platform.received.every(({ path }) => path !== '/elsewhere')).toBe(true);
  });
});

describe('nobody is told of an enquiry', () => {
  test('whose visitor did not agree, or has no name at the platform', async () => {
    const { platform, send, settled } = await siteWithPlatform();
    const refused = { ...consent, analytics: false, advertising: false };
    const { gaClientId: _, fbp: __, ...nameless } = consent;
    for (const given of [undefined, null, refused, nameless]) {
      expect(await settled(await send({ consent: given }))).toEqual([]);
    }
    expect(platform.received).toEqual([]);
  });

  test('by a platform that the visitor refused', async () => {
    const { platform, send, settled } = await siteWithPlatform();
    const id = await send({ consent: { ...consent, advertising: false } });
    expect((await settled(id)).map(({ kind }) => kind)).toEqual(['google-analytics-lead']);
    expect(platform.received[0]?.body.consent).toEqual({
      ad_user_data: 'DENIED',
      ad_personalization: 'DENIED',
    });
  });

  test('where the platform is not set up', async () => {
    const { platform, send, settled } = await siteWithPlatform({ META_CAPI_TOKEN: '' });
    const rows = await settled(await send({ consent }));
    expect(rows.find(({ kind }) => kind === 'meta-lead')).toMatchObject({
      status: 'off',
      lastError: 'META_CAPI_TOKEN is not set',
    });
    expect(platform.received.map(({ path }) => path)).toEqual(['/mp/collect']);
  });
});

describe('what the browser may load and know', () => {
  const policy = async (more: Record<string, string>) => {
    const { visitor } = await testApp(more);
    const page = await visitor('GET', '/');
    return { header: String(page.headers['content-security-policy']), body: page.body };
  };

  test('is nothing foreign, where nothing is set up', async () => {
    const { header, body } = await policy({});
    expect(header).not.toContain('https:');
    expect(body).not.toContain('"tracking"');
    expect(body).not.toContain('Cookie settings');
  });

  test('is one platform’s own, where that one is', async () => {
    const { header, body } = await policy({ META_PIXEL_ID: '4711', META_CAPI_TOKEN: 'meta-token' });
    expect(header).toContain("script-src 'self' https://connect.facebook.net;");
    expect(header).not.toMatch(/google|linkedin|licdn|unsafe-inline/);
    expect(body).toContain('"tracking":{"metaPixel":{"id":"4711","server":true}}');
    expect(body).not.toContain('meta-token');
  });
});
