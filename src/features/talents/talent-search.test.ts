import { expect, test } from 'vitest';
import {
  buildTalentUrl,
  emptyFilter,
  listActiveOptions,
  parseTalentSearch,
  setOption,
} from './talent-search';

test('an address without a query asks for everyone, on the first page', () => {
  expect(parseTalentSearch('')).toEqual({ filter: emptyFilter, page: 1 });
  expect(buildTalentUrl({ filter: emptyFilter, page: 1 })).toBe('/talent');
});

test('what an address asks for is read, and written back the same', () => {
  const search = 'role=Receptionist&role=Customer+Support&skills=Google+Workspace&page=3';
  const talentSearch = parseTalentSearch(`?${search}`);
  expect(talentSearch.filter.role).toEqual(['Receptionist', 'Customer Support']);
  expect(talentSearch.page).toBe(3);
  expect(buildTalentUrl(talentSearch)).toBe(`/talent?${search}`);
});

test('the order, the case and repetitions of values make no difference', () => {
  const { filter } = parseTalentSearch('skills=slack&skills=Boulevard&skills=SLACK');
  expect(filter.skills).toEqual(['Boulevard', 'Slack']);
});

test('what the panel does not offer is ignored', () => {
  expect(parseTalentSearch('role=Astronaut&skills=&colour=red').filter).toEqual(emptyFilter);
});

test.each(['0', '-1', '1.5', 'x', '', '1e99'])('page %j is the first page', (page) => {
  expect(parseTalentSearch(`page=${page}`).page).toBe(1);
});

test('an option is put in once and taken out again', () => {
  const one = setOption(emptyFilter, 'seniority', 'Senior', true);
  expect(listActiveOptions(setOption(one, 'seniority', 'Senior', true))).toEqual([
    { name: 'seniority', option: 'Senior' },
  ]);
  expect(setOption(one, 'seniority', 'Senior', false)).toEqual(emptyFilter);
});
