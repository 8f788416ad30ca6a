import { describe, expect, test } from 'vitest';
import { sampleLead } from '../samples';
import { testApp } from '../test-app';

const touch = {
  at: '2026-03-18T09:12:00.000Z',
  landing: '/talent',
  referrer: 'www.google.com',
  campaign: { utm_source: 'newsletter', utm_campaign: 'spring', gclid: 'abc' },
};
const attribution = { first: touch, last: { at: '2026-03-20T10:00:00.000Z', landing: '/' } };

const stored = async ({ admin }: Awaited<ReturnType<typeof testApp>>) =>
  (await admin('GET', '/api/leads')).json()[0];

describe('where a lead came from', () => {
  test('is stored with it and shown to the admin, and not told to who sends it', async () => {
    const site = await testApp();
    const sent = await site.visitor('POST', '/api/leads', { ...sampleLead, attribution });
    expect(Object.keys(sent.json())).toEqual(['id']);
    expect((await stored(site)).attribution).toEqual(attribution);
    const changed = await site.admin('PATCH', `/api/leads/${sent.json().id}`, {
      status: 'contacted',
    });
    expect(changed.json().attribution).toEqual(attribution);
  });

  test('may be unknown', async () => {
    const site = await testApp();
    await site.visitor('POST', '/api/leads', sampleLead);
    expect((await stored(site)).attribution).toBeNull();
  });

  test.each([
    ['an unknown field', { ...attribution, third: touch }],
    ['an unknown parameter', { ...attribution, first: { ...touch, campaign: { email: 'x' } } }],
    ['a long value', { ...attribution, first: { ...touch, campaign: { gclid: 'x'.repeat(201) } } }],
    ['a long path', { ...attribution, last: { ...touch, landing: `/${'x'.repeat(200)}` } }],
    ['an address for a path', { ...attribution, last: { ...touch, landing: 'https://x.example' } }],
    ['a control character', { ...attribution, last: { ...touch, referrer: 'a\u0000b' } }],
    ['no moment', { ...attribution, last: { ...touch, at: 'yesterday' } }],
    ['text', 'newsletter'],
    ['one touch', { first: touch }],
  ])('is refused with %s', async (_, wrong) => {
    const site = await testApp();
    const sent = await site.visitor('POST', '/api/leads', { ...sampleLead, attribution: wrong });
    expect(sent.statusCode).toBe(400);
    expect(sent.json().fields).toHaveProperty('attribution');
  });
});

describe('the enquiry page without JavaScript', () => {
  const form = (body: string) => /name="attribution" value="([^"]*)"/.exec(body)?.[1] ?? '';
  const plain = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

  test('carries the campaign of its own address and of the page before', async () => {
    const site = await testApp({ SITE_URL: 'http://crew.example' });
    const headers = { host: 'crew.example' };
    const own = await site.visitor('GET', '/enquiry?utm_source=flyer', undefined, headers);
    expect(JSON.parse(plain(form(own.body))).last).toMatchObject({
      landing: '/enquiry',
      campaign: { utm_source: 'flyer' },
    });
    const before = await site.visitor('GET', '/enquiry', undefined, {
      ...headers,
      referer: 'http://crew.example/?utm_source=ads&gclid=1&token=secret',
    });
    const carried = form(before.body);
    expect(JSON.parse(plain(carried)).last).toMatchObject({
      campaign: { utm_source: 'ads', gclid: '1' },
    });
    expect(carried).not.toContain('secret');

    const posted = new URLSearchParams({
      companyName: 'No Script',
      contactName: 'Olga',
      email: 'olga@haldenskin.example',
      attribution: plain(carried),
    });
    const sent = await site.app.inject({
      method: 'POST',
      url: '/enquiry',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: posted.toString(),
    });
    expect(sent.statusCode).toBe(201);
    expect((await stored(site)).attribution.last.campaign).toEqual({
      utm_source: 'ads',
      gclid: '1',
    });
  });

  test('takes an enquiry also when what it carries was tampered with', async () => {
    const site = await testApp();
    const sent = await site.app.inject({
      method: 'POST',
      url: '/enquiry',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        companyName: 'Tampered',
        contactName: 'Olga',
        email: 'olga@haldenskin.example',
        attribution: '{"first":1}',
        consent: '<script>',
      }).toString(),
    });
    expect(sent.statusCode).toBe(201);
    expect(await stored(site)).toMatchObject({ attribution: null, consent: null });
  });
});
