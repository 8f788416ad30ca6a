import { describe, expect, it } from 'vitest';
import { parseNextLink } from './list-page';

describe('parseNextLink', () => {
  it.each([
    ['</api/leads?limit=100&cursor=abc>; rel="next"', '/api/leads?limit=100&cursor=abc'],
    ['</api/leads?cursor=a>;rel=next', '/api/leads?cursor=a'],
    ['</api/leads>; rel="prev", </api/leads?cursor=b>; rel="next"', '/api/leads?cursor=b'],
    ['</api/leads?q=a,b&cursor=c>; rel="next"; title="more"', '/api/leads?q=a,b&cursor=c'],
    ['<https://elsewhere.example/api/leads?cursor=d>; rel="next"', '/api/leads?cursor=d'],
  ])('extracts from %j the URL %j', (link, url) => {
    expect(parseNextLink(link)).toBe(url);
  });

  it.each([null, '', '</api/leads>; rel="prev"', '</api/leads>; rel="nextish"', 'next'])(
    'returns null for %j',
    (link) => {
      expect(parseNextLink(link)).toBeNull();
    },
  );
});
