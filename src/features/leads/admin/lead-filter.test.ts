import { describe, expect, it } from 'vitest';
import {
  buildLeadPath,
  buildListPath,
  isFiltered,
  noFilter,
  parseLeadFilter,
  parseLeadPath,
} from './lead-filter';

describe('lead filter in the URL', () => {
  it('survives a round trip', () => {
    const filter = {
      ...noFilter,
      q: 'a & b',
      status: 'suspect',
      package: 'Full PM',
      assignee: 'none',
      days: '30',
      spam: 'false',
      sort: '-value',
    } as const;
    const [, query = ''] = buildListPath(filter, 'board').split('?');
    expect(parseLeadFilter(query)).toEqual(filter);
    expect(parseLeadFilter(buildLeadPath('x', filter).split('?')[1] ?? '')).toEqual(filter);
  });

  it('ignores unknown values', () => {
    expect(parseLeadFilter('status=lost&days=-1&sort=name&spam=maybe&deleted=1')).toEqual(noFilter);
  });

  it('leaves the URL short when nothing is filtered', () => {
    expect(buildListPath(noFilter)).toBe('/admin?tab=leads');
    expect(buildLeadPath('a-1')).toBe('/admin/leads/a-1');
    expect(isFiltered({ ...noFilter, sort: 'created' })).toBe(false);
    expect(isFiltered({ ...noFilter, q: 'x' })).toBe(true);
  });
});

describe('parseLeadPath', () => {
  it('returns the ID of a lead’s page, and nothing for other pages', () => {
    expect(parseLeadPath('/admin/leads/a-1')).toBe('a-1');
    expect(parseLeadPath('/admin/leads/a-1/')).toBe('a-1');
    for (const path of ['/admin', '/admin/leads', '/admin/leads/a/b', '/admin/leads/a.b'])
      expect(parseLeadPath(path)).toBeUndefined();
  });
});
