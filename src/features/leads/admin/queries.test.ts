import { describe, expect, it } from 'vitest';
import { buildFirstPageUrl } from './queries';

describe('buildFirstPageUrl', () => {
  it('contains the page size and only the filters that are set', () => {
    expect(buildFirstPageUrl({ q: '', status: '' })).toBe('/api/leads?limit=100');
    expect(buildFirstPageUrl({ q: 'a & b', status: 'new' })).toBe(
      '/api/leads?q=a+%26+b&status=new&limit=100',
    );
  });
});
