import { describe, expect, it } from 'vitest';
import { noFilter } from './lead-filter';
import { buildFirstPageUrl } from './queries';

describe('buildFirstPageUrl', () => {
  it('contains the page size and only the filters that are set', () => {
    expect(buildFirstPageUrl(noFilter)).toBe('/api/leads?spam=false&limit=100');
    expect(buildFirstPageUrl({ ...noFilter, q: 'a & b', status: 'new' })).toBe(
      '/api/leads?q=a+%26+b&spam=false&status=new&limit=100',
    );
  });
});
