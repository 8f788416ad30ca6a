import { describe, expect, it } from 'vitest';
import { buildFirstPageUrl } from './queries';
import { noFilter } from './table/lead-filter';

describe('buildFirstPageUrl', () => {
  it('contains the page size and only the filters that are set', () => {
    expect(buildFirstPageUrl(noFilter)).toBe('/api/leads?spam=false&limit=100');
    expect(buildFirstPageUrl({ ...noFilter, q: 'a & b', status: 'new' })).toBe(
      '/api/leads?q=a+%26+b&spam=false&status=new&limit=100',
    );
  });
});
