import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createTestApp } from '../support/test-app';

const url = '/api/openapi.json';

describe('GET /api/openapi.json', () => {
  test('returns 304 to a client whose ETag matches', async () => {
    const { app } = await createTestApp();
    const first = await app.inject({ url });
    expect(first.statusCode).toBe(200);
    expect(first.headers['content-type']).toBe('application/json; charset=utf-8');
    const etag = String(first.headers.etag);
    const revalidated = await app.inject({ url, headers: { 'if-none-match': etag } });
    expect(revalidated.statusCode).toBe(304);
    expect(revalidated.body).toBe('');
  });

  test('compresses the response for a client that accepts gzip', async () => {
    const { app } = await createTestApp();
    const plain = await app.inject({ url });
    const gzip = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body);
    expect(gzip.headers.vary).toBe('Accept-Encoding');
  });
});
