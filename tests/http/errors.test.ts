import { describe, expect, test } from 'vitest';
import { stats } from '../../src/content/collections/stats/contract';
import { sampleLead } from '../support/samples';
import { createTestApp, shareSite } from '../support/test-app';

const getSite = shareSite(createTestApp);

const json = { 'content-type': 'application/json' };

describe('a malformed request', () => {
  test.each([
    ['malformed JSON', '{"companyName":', json, 400, 'The request is not valid JSON.'],
    ['no body', '', json, 400, 'The request has no body.'],
    ['an array', '[]', json, 400, 'Expected object, received array'],
    ['a string', '"hello"', json, 400, 'Expected object, received string'],
    ['null', 'null', json, 400, 'Expected object, received null'],
    [
      'a poisoned prototype',
      '{"__proto__":{"admin":true}}',
      json,
      400,
      'The request is not valid JSON.',
    ],
    [
      'a form body',
      'companyName=x',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      undefined,
    ],
    ['plain text', '{}', { 'content-type': 'text/plain' }, 415, undefined],
    ['no content type', '{}', {}, 415, undefined],
    [
      'a compressed body',
      '{}',
      { ...json, 'content-encoding': 'gzip' },
      415,
      'Send the body as it is, without Content-Encoding.',
    ],
    [
      'a content type that only starts like JSON',
      '{}',
      { 'content-type': 'application/jsonx' },
      415,
      undefined,
    ],
  ])('gets a JSON error with a clear message: %s', async (_, payload, headers, status, message) => {
    const { app } = getSite();
    const response = await app.inject({
      method: 'POST',
      url: '/api/leads',
      payload,
      headers: headers as Record<string, string>,
    });
    expect(response.statusCode).toBe(status);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.json()).toMatchObject({
      message: message ?? expect.any(String),
      code: status === 415 ? 'unsupported_type' : 'invalid',
    });
  });

  test('gets 413 when its body is over 100 KB, and 201 just below that', async () => {
    const { visitor } = getSite();
    const big = await visitor('POST', '/api/leads', {
      ...sampleLead,
      extra: 'x'.repeat(100 * 1024),
    });
    expect(big.statusCode).toBe(413);
    expect(big.json().code).toBe('too_large');
    const fits = await visitor('POST', '/api/leads', {
      ...sampleLead,
      extra: 'x'.repeat(95 * 1024),
    });
    expect(fits.statusCode).toBe(201);
  });

  test.each(['/api/talents/%00', '/api/talents/..%2f..%2fetc', `/api/talents/${'x'.repeat(65)}`])(
    'gets 400 for the invalid URL %s',
    async (url) => {
      const { visitor } = getSite();
      const response = await visitor('GET', url);
      expect(response.statusCode).toBe(400);
      expect(response.json().code).toBe('invalid');
    },
  );

  test('gets 400 as a JSON error for a broken percent escape', async () => {
    const { visitor } = getSite();
    const response = await visitor('GET', '/api/talents/%zz');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ message: 'The address is malformed.', code: 'invalid' });
  });
});

describe('an empty body with Content-Type: application/json', () => {
  test('counts as no body where a route reads none', async () => {
    const { admin } = await createTestApp();
    const { id } = (await admin('POST', '/api/stats', stats.example)).json();
    for (const [method, url, status] of [
      ['DELETE', `/api/stats/${id}`, 204],
      ['POST', `/api/stats/${id}/restore`, 200],
      ['POST', '/api/objects/upload', 200],
      ['POST', '/api/nothing', 404],
      ['POST', '/api/auth/admin/logout', 204],
    ] as const) {
      const response = await admin(method, url, '', json);
      expect([url, response.statusCode]).toEqual([url, status]);
    }
  });
});

describe('an unknown route', () => {
  test.each(['/api', '/api/', '/api/nothing', '/api/leads/x/y', '/api/talents/x/reorder'])(
    'gets 404 as JSON, not as a page, for the unknown API path %s',
    async (url) => {
      const { visitor } = getSite();
      const response = await visitor('GET', url);
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual({ message: 'Not found', code: 'not_found' });
    },
  );

  test('gets 404 as a JSON error for a method that the path does not support', async () => {
    const { visitor } = getSite();
    for (const [method, url] of [
      ['DELETE', '/api/leads'],
      ['POST', '/nothing'],
      ['PUT', '/'],
    ] as const) {
      const response = await visitor(method, url);
      expect(response.statusCode).toBe(404);
      expect(response.json().code).toBe('not_found');
    }
  });
});

describe('an unexpected error', () => {
  test('becomes a 500 that reveals no internals', async () => {
    const { visitor, db } = await createTestApp();
    await db.schema.dropTable('stats').execute();
    const response = await visitor('GET', '/api/stats');
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({
      message: 'Something went wrong on our side.',
      code: 'internal',
    });
    expect(response.body).not.toMatch(/sql|table|stats|relation/i);
  });
});
