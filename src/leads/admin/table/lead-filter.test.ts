import { afterEach, describe, expect, it, vi } from 'vitest';
import { getRegion, setRegion } from '../../../lib/region';
import {
  buildApiQuery,
  buildLeadPath,
  buildListPath,
  getSort,
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
      import: '2d1f-a',
      days: '30',
      spam: 'true',
      nextStep: 'none',
      sort: '-value',
    } as const;
    const [, query = ''] = buildListPath(filter).split('?');
    expect(parseLeadFilter(query)).toEqual(filter);
    expect(parseLeadFilter(buildLeadPath('x', filter).split('?')[1] ?? '')).toEqual(filter);
  });

  it('keeps the board, whose columns are the statuses, also on the page of a lead', () => {
    const board = { ...noFilter, q: 'a', view: 'board' } as const;
    expect(buildListPath(board)).toBe('/admin?tab=leads&q=a&view=board');
    const { search } = new URL(buildLeadPath('x', board), 'https://crew.example');
    expect(parseLeadFilter(search)).toEqual(board);
    expect(parseLeadFilter('status=contacted&view=board')).toEqual({ ...noFilter, view: 'board' });
    expect(buildApiQuery(board).toString()).toBe('q=a&spam=false');
    expect(isFiltered({ ...noFilter, view: 'board' })).toBe(false);
  });

  it('has the newest first, or the best matches of a search unless the order is chosen', () => {
    expect(getSort(noFilter)).toBe('-created');
    expect(getSort({ ...noFilter, q: 'a' })).toBe('');
    const newest = { ...noFilter, sort: '-created' } as const;
    expect(buildListPath(newest)).toBe('/admin?tab=leads');
    expect(buildListPath({ ...newest, q: 'a' })).toBe('/admin?tab=leads&q=a&sort=-created');
    expect(buildApiQuery({ ...newest, q: 'a' }).get('sort')).toBe('-created');
  });

  it('ignores unknown values', () => {
    expect(
      parseLeadFilter(
        'status=lost&days=-1&sort=name&spam=false&nextStep=soon&deleted=1&import=a%20b',
      ),
    ).toEqual(noFilter);
  });

  it('leaves the URL short when nothing is filtered', () => {
    expect(buildListPath(noFilter)).toBe('/admin?tab=leads');
    expect(buildLeadPath('a-1')).toBe('/admin/leads/a-1');
    expect(isFiltered({ ...noFilter, sort: 'created' })).toBe(false);
    expect(isFiltered({ ...noFilter, q: 'x' })).toBe(true);
  });
});

describe('suspected spam', () => {
  it.each([
    ['is left out without a filter', {}, 'spam=false'],
    [
      'is left out of a search and a status',
      { q: 'a', status: 'new' },
      'q=a&spam=false&status=new',
    ],
    ['is listed alone', { status: 'suspect' }, 'suspect=true'],
    ['is listed among the others', { spam: 'true', status: 'new' }, 'status=new'],
    ['is part of the deleted leads', { deleted: 'true' }, 'deleted=true'],
    ['is part of the leads that expire', { expiring: 'true' }, 'expiring=true'],
  ] as const)('%s', (_, part, query) => {
    expect(buildApiQuery({ ...noFilter, ...part }).toString()).toBe(query);
  });
});

describe('filter of the last days', () => {
  const before = getRegion();
  afterEach(() => {
    vi.useRealTimers();
    setRegion(before);
  });

  it('starts at midnight of the owner’s time zone, also on a day of 25 hours', () => {
    setRegion({ timeZone: 'America/New_York' });
    // Sunday, November 1, 11:30 pm, the end of summer time.
    vi.useFakeTimers({ now: new Date('2026-11-02T04:30:00.000Z'), toFake: ['Date'] });
    const since = buildApiQuery({ ...noFilter, days: '1' }).get('createdFrom');
    expect(since).toBe('2026-10-31T04:00:00.000Z');
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
