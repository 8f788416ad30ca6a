import { describe, expect, it } from 'vitest';
import { buildFirstPageUrl } from './queries';

describe('the first page', () => {
  it('asks for what the list is narrowed by, and for nothing else', () => {
    expect(buildFirstPageUrl({ q: '', status: '' })).toBe('/api/leads?limit=100');
    expect(buildFirstPageUrl({ q: 'a & b', status: 'new' })).toBe(
      '/api/leads?q=a+%26+b&status=new&limit=100',
    );
  });
});
