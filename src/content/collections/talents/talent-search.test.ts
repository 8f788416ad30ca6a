import { describe, expect, test } from 'vitest';
import { buildFilterOptions, industryFilters } from './talent-options';
import {
  buildTalentUrl,
  emptyFilter,
  listActiveOptions,
  parseTalentSearch,
  setOption,
} from './talent-search';

const options = buildFilterOptions(industryFilters);
const parse = (search: string) => parseTalentSearch(search, options);

describe('talent search URL', () => {
  test('selects everyone on the first page without a query', () => {
    expect(parse('')).toEqual({ filter: emptyFilter, page: 1 });
    expect(buildTalentUrl({ filter: emptyFilter, page: 1 })).toBe('/talent');
  });

  test('keeps the filter and the page in a round trip', () => {
    const search = 'role=Receptionist&role=Customer+Support&skills=Google+Workspace&page=3';
    const talentSearch = parse(`?${search}`);
    expect(talentSearch.filter.role).toEqual(['Receptionist', 'Customer Support']);
    expect(talentSearch.page).toBe(3);
    expect(buildTalentUrl(talentSearch)).toBe(`/talent?${search}`);
  });

  test('ignores the order, case and repetition of values', () => {
    const { filter } = parse('skills=slack&skills=Boulevard&skills=SLACK');
    expect(filter.skills).toEqual(['Boulevard', 'Slack']);
  });

  test('knows the industries that the owner offers, and no other', () => {
    const query = 'industry=dental&industry=Fitness';
    expect(parseTalentSearch(query, buildFilterOptions(['Dental'])).filter.industry).toEqual([
      'Dental',
    ]);
  });

  test('ignores unknown fields and options', () => {
    expect(parse('role=Astronaut&skills=&colour=red').filter).toEqual(emptyFilter);
  });

  test.each(['0', '-1', '1.5', 'x', '', '1e99'])('treats page %j as the first page', (page) => {
    expect(parse(`page=${page}`).page).toBe(1);
  });
});

describe('setOption', () => {
  test('adds an option once and removes it again', () => {
    const one = setOption(emptyFilter, 'seniority', 'Senior', true);
    expect(listActiveOptions(setOption(one, 'seniority', 'Senior', true))).toEqual([
      { name: 'seniority', option: 'Senior' },
    ]);
    expect(setOption(one, 'seniority', 'Senior', false)).toEqual(emptyFilter);
  });
});
