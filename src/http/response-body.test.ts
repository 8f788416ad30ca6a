import { describe, expect, test } from 'vitest';
import { ResponseBody } from './response-body.server';

/** Negotiates twice, because brotli is made after the second request. */
async function negotiate(acceptEncoding: string) {
  const body = new ResponseBody('text '.repeat(100), false);
  await body.negotiate(acceptEncoding);
  return (await body.negotiate(acceptEncoding)).encoding;
}

describe('ResponseBody.negotiate', () => {
  test.each([
    ['br', 'br'],
    ['gzip, deflate, br', 'br'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*, BR ; q=0.000', 'gzip'],
    ['br;q=0, gzip;q=0, *', 'identity'],
    ['br;q=0.5, *', 'br'],
    ['identity', 'identity'],
  ])('reads Accept-Encoding "%s" as %s', async (acceptEncoding, encoding) => {
    expect(await negotiate(acceptEncoding)).toBe(encoding);
  });
});
