import { describe, expect, test } from 'vitest';
import { postInquiryForm } from '../support/inquiry-form';
import { sampleLead } from '../support/samples';
import { createTestApp, shareSite, type TestSite } from '../support/test-app';

const touch = {
  at: '2026-03-18T09:12:00.000Z',
  landing: '/talent',
  referrer: 'www.google.com',
  campaign: { utm_source: 'newsletter', utm_campaign: 'spring', gclid: 'abc' },
};
const attribution = { first: touch, last: { at: '2026-03-20T10:00:00.000Z', landing: '/' } };

const readFirstLead = async ({ admin }: TestSite) => (await admin('GET', '/api/leads')).json()[0];

describe('lead attribution', () => {
  test('is stored with the lead and shown to the admin, but not returned to the sender', async () => {
    const site = await createTestApp();
    const sent = await site.visitor('POST', '/api/leads', { ...sampleLead, attribution });
    expect(Object.keys(sent.json())).toEqual(['id']);
    expect((await readFirstLead(site)).attribution).toEqual(attribution);
    const changed = await site.admin('PATCH', `/api/leads/${sent.json().id}`, {
      status: 'contacted',
    });
    expect(changed.json().attribution).toEqual(attribution);
  });

  const getSite = shareSite(createTestApp);

  test.each([
    ['an unknown field', { ...attribution, third: touch }],
    ['an unknown parameter', { ...attribution, first: { ...touch, campaign: { email: 'x' } } }],
    ['a long value', { ...attribution, first: { ...touch, campaign: { gclid: 'x'.repeat(201) } } }],
    ['a long path', { ...attribution, last: { ...touch, landing: `/${'x'.repeat(200)}` } }],
    [
      'a full URL as the path',
      { ...attribution, last: { ...touch, landing: 'https://x.example' } },
    ],
    ['a control character', { ...attribution, last: { ...touch, referrer: 'a\u0000b' } }],
    ['an invalid date', { ...attribution, last: { ...touch, at: 'yesterday' } }],
    ['a string instead of an object', 'newsletter'],
    ['only one touch', { first: touch }],
  ])('is rejected with 400 for %s', async (_, wrong) => {
    const site = getSite();
    const sent = await site.visitor('POST', '/api/leads', { ...sampleLead, attribution: wrong });
    expect(sent.statusCode).toBe(400);
    expect(sent.json().fields).toHaveProperty('attribution');
  });
});

describe('attribution on the inquiry page without JavaScript', () => {
  const readAttributionField = (body: string) =>
    /name="attribution" value="([^"]*)"/.exec(body)?.[1] ?? '';
  const decodeEntities = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&');

  test('records the campaign from its own URL or from the referring page, without other parameters', async () => {
    const site = await createTestApp({ SITE_URL: 'http://crew.example' });
    const headers = { host: 'crew.example' };
    const direct = await site.visitor('GET', '/enquiry?utm_source=flyer', undefined, headers);
    expect(JSON.parse(decodeEntities(readAttributionField(direct.body))).last).toMatchObject({
      landing: '/enquiry',
      campaign: { utm_source: 'flyer' },
    });
    const referred = await site.visitor('GET', '/enquiry', undefined, {
      ...headers,
      referer: 'http://crew.example/?utm_source=ads&gclid=1&token=secret',
    });
    const fieldValue = readAttributionField(referred.body);
    expect(JSON.parse(decodeEntities(fieldValue)).last).toMatchObject({
      campaign: { utm_source: 'ads', gclid: '1' },
    });
    expect(fieldValue).not.toContain('secret');

    const posted = { ...sampleLead, attribution: decodeEntities(fieldValue) };
    const sent = await postInquiryForm(site, posted, headers);
    expect(sent.statusCode).toBe(201);
    expect((await readFirstLead(site)).attribution.last.campaign).toEqual({
      utm_source: 'ads',
      gclid: '1',
    });
  });

  test('accepts the inquiry without attribution and consent when those fields were tampered with', async () => {
    const site = await createTestApp();
    const tampered = { attribution: '{"first":1}', consent: '<script>' };
    const sent = await postInquiryForm(site, { ...sampleLead, ...tampered });
    expect(sent.statusCode).toBe(201);
    expect(await readFirstLead(site)).toMatchObject({ attribution: null, consent: null });
  });
});
