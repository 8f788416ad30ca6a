import { describe, expect, test } from 'vitest';
import { parsePageData } from '../support/page-data';
import { startPlatform } from '../support/platform-server';
import { sampleLead } from '../support/samples';
import { createTestApp, shortTimings } from '../support/test-app';

const settings = {
  SITE_URL: 'https://crew.example',
  GA_MEASUREMENT_ID: 'G-TEST123',
  GA_API_SECRET: 'ga-secret',
  META_PIXEL_ID: '4711',
  META_CAPI_TOKEN: 'meta-token',
  // The fake platforms of this test listen on the loopback address.
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

async function createSiteWithPlatform(more: Record<string, string> = {}) {
  const platform = await startPlatform();
  const site = await createTestApp({ ...settings, ...more }, shortTimings, {
    conversionApis: platform.conversionApis,
  });
  const send = async (lead: object) =>
    (await site.visitor('POST', '/api/leads', { ...sampleLead, ...lead })).json().id as string;
  const readDeliveries = async (id: string) => {
    const rows: { kind: string; status: string; lastError: string | null; attempts: number }[] = (
      await site.admin('GET', `/api/leads/${id}/deliveries`)
    ).json();
    return rows.filter(({ kind }) => kind.endsWith('-lead'));
  };
  const waitForDeliveries = async (id: string) => {
    await expect
      .poll(async () => (await readDeliveries(id)).map(({ status }) => status))
      .not.toContain('pending');
    return readDeliveries(id);
  };
  return { ...site, platform, send, waitForDeliveries };
}

describe('conversion events with consent', () => {
  test('are sent to Google Analytics with the parameters of the browser event', async () => {
    const { platform, send, waitForDeliveries } = await createSiteWithPlatform();
    const id = await send({ consent });
    await waitForDeliveries(id);
    const events = platform.received.filter(({ path }) => path === '/mp/collect');
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
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

  test('are sent to Meta under the event id of the pixel, without personal data', async () => {
    const { platform, send, waitForDeliveries } = await createSiteWithPlatform();
    const id = await send({ consent, interestedPackage: null });
    await waitForDeliveries(id);
    const events = platform.received.filter(({ path }) => path === '/v23.0/4711/events');
    expect(events).toHaveLength(1);
    expect(events[0]?.query).toEqual({});
    expect(events[0]?.body).toEqual({
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

  test('have the value that the owner has set, in the browser as well', async () => {
    const { platform, admin, visitor, send, waitForDeliveries } = await createSiteWithPlatform();
    await admin('PATCH', '/api/settings', { leadValues: { none: 450 } });
    await waitForDeliveries(await send({ consent, interestedPackage: null }));
    const event = platform.received.find(({ path }) => path === '/v23.0/4711/events');
    expect(event?.body).toMatchObject({ data: [{ custom_data: { value: 450 } }] });
    const { site } = parsePageData((await visitor('GET', '/')).body);
    expect(site.tracking?.leadValues).toEqual({ none: 450 });
  });

  test('are retried under the same id until the platform accepts them, and then sent no more', async () => {
    const { platform, send, waitForDeliveries } = await createSiteWithPlatform();
    platform.fail(3);
    const id = await send({ consent });
    const rows = await waitForDeliveries(id);
    expect(rows.map(({ kind, status }) => [kind, status]).sort()).toEqual([
      ['google-analytics-lead', 'sent'],
      ['meta-lead', 'sent'],
    ]);
    expect(platform.received).toHaveLength(5);
    expect(JSON.stringify(platform.received).match(/lead-[\w-]{36}/g)).toEqual(
      Array(5).fill(`lead-${id}`),
    );
  });

  test('are sent once per platform when the same inquiry arrives repeatedly', async () => {
    const { platform, visitor, waitForDeliveries } = await createSiteWithPlatform();
    const key = { 'idempotency-key': 'one-form-12345' };
    const sendAgain = (given: object | null = consent) =>
      visitor('POST', '/api/leads', { ...sampleLead, consent: given }, key);
    const { id } = (await sendAgain()).json();
    // The consent may change between retries. It is still the same inquiry.
    expect((await sendAgain(null)).json().id).toBe(id);
    await sendAgain();
    await waitForDeliveries(id);
    expect(platform.received).toHaveLength(2);
  });

  test('are not sent once the lead is deleted, and their receipts say so', async () => {
    const { platform, send, admin, db } = await createSiteWithPlatform();
    platform.fail(10_000);
    const id = await send({ consent });
    await expect.poll(() => platform.received.length).toBeGreaterThan(1);
    await admin('DELETE', `/api/leads/${id}`);
    const readReceipts = async () => {
      const rows = await db.selectFrom('outbox').selectAll().where('leadId', '=', id).execute();
      return rows
        .filter(({ kind }) => ['google-analytics-lead', 'meta-lead'].includes(kind))
        .map(({ status, sentAt, lastError }) => ({ status, sentAt, lastError }));
    };
    const notSent = { status: 'off', sentAt: null, lastError: 'the lead was deleted' };
    await expect.poll(readReceipts).toEqual([notSent, notSent]);
  });

  test('are not sent to the target of a redirect, and their stored errors contain no secret', async () => {
    const { platform, send, admin } = await createSiteWithPlatform();
    platform.fail(10_000, 307, { Location: 'http://127.0.0.1:1/elsewhere' });
    const id = await send({ consent });
    const readErrors = async () =>
      (await admin('GET', `/api/leads/${id}/deliveries`))
        .json()
        .filter(({ kind }: { kind: string }) => kind.endsWith('-lead'))
        .map(({ lastError }: { lastError: string | null }) => lastError);
    await expect.poll(readErrors).not.toContain(null);
    expect(JSON.stringify(await readErrors())).not.toMatch(/ga-secret|meta-token/);
    expect(platform.received.every(({ path }) => path !== '/elsewhere')).toBe(true);
  });
});

describe('conversion events without consent or setup', () => {
  test('are not created without consent, without the identifiers of a platform, or for suspected spam', async () => {
    const { platform, send, waitForDeliveries } = await createSiteWithPlatform();
    const refused = { ...consent, analytics: false, advertising: false };
    const { gaClientId, fbp, ...withoutIds } = consent;
    for (const value of [undefined, null, refused, withoutIds]) {
      expect(await waitForDeliveries(await send({ consent: value }))).toEqual([]);
    }
    expect(await waitForDeliveries(await send({ consent, website: 'x' }))).toEqual([]);
    expect(platform.received).toEqual([]);
  });

  test('are sent only to the platform that the visitor agreed to', async () => {
    const { platform, send, waitForDeliveries } = await createSiteWithPlatform();
    const id = await send({ consent: { ...consent, advertising: false } });
    expect((await waitForDeliveries(id)).map(({ kind }) => kind)).toEqual([
      'google-analytics-lead',
    ]);
    expect(platform.received[0]?.body.consent).toEqual({
      ad_user_data: 'DENIED',
      ad_personalization: 'DENIED',
    });
  });

  test('are marked off for a platform that is not configured', async () => {
    const { platform, send, waitForDeliveries } = await createSiteWithPlatform({
      META_CAPI_TOKEN: '',
    });
    const rows = await waitForDeliveries(await send({ consent }));
    expect(rows.find(({ kind }) => kind === 'meta-lead')).toMatchObject({
      status: 'off',
      lastError: 'META_CAPI_TOKEN is not set',
    });
    expect(platform.received.map(({ path }) => path)).toEqual(['/mp/collect']);
  });
});

describe('tracking in public pages', () => {
  const load = async (path: string, more: Record<string, string>) => {
    const { visitor } = await createTestApp(more);
    const page = await visitor('GET', path);
    return { header: String(page.headers['content-security-policy']), body: page.body };
  };
  const loadHome = (more: Record<string, string>) => load('/', more);

  test('allows no external origin and shows no cookie settings when no platform is configured', async () => {
    const { header, body } = await loadHome({});
    expect(header).not.toContain('https:');
    expect(body).not.toContain('"tracking"');
    expect(body).not.toContain('Cookie settings');
  });

  test('allows only the origins of the configured platform, and never contains its secret token', async () => {
    const { header, body } = await loadHome({
      META_PIXEL_ID: '4711',
      META_CAPI_TOKEN: 'meta-token',
    });
    expect(header).toContain("script-src 'self' https://connect.facebook.net;");
    expect(header).not.toMatch(/google|linkedin|licdn|unsafe-inline/);
    expect(body).toContain('"tracking":{"metaPixel":{"id":"4711","server":true}}');
    expect(body).not.toContain('meta-token');
  });

  test('allows the platform on the page that says that a page was not found, where a visit can begin', async () => {
    const { header } = await load('/nowhere', { META_PIXEL_ID: '4711' });
    expect(header).toContain("script-src 'self' https://connect.facebook.net;");
  });

  test.for(['/admin/login', '/payment-success', '/api/healthz'])(
    'allows no external origin on %s, whatever platforms are configured',
    async (path) => {
      const { header } = await load(path, { META_PIXEL_ID: '4711', GTM_CONTAINER_ID: 'GTM-TEST' });
      expect(header).toContain("script-src 'self';");
      expect(header).not.toContain('https:');
    },
  );
});
