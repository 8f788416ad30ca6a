import { expect, test } from 'vitest';
import { activeOptions, addressOf, noFilter, readAddress, withOption } from './talent-address';

test('an address without a query asks for everyone, on the first page', () => {
  expect(readAddress('')).toEqual({ filter: noFilter, page: 1 });
  expect(addressOf({ filter: noFilter, page: 1 })).toBe('/talent');
});

test('what an address asks for is read, and written back the same', () => {
  const search = 'role=Receptionist&role=Customer+Support&skills=Google+Workspace&page=3';
  const address = readAddress(`?${search}`);
  expect(address.filter.role).toEqual(['Receptionist', 'Customer Support']);
  expect(address.page).toBe(3);
  expect(addressOf(address)).toBe(`/talent?${search}`);
});

test('the order, the case and repetitions of values make no difference', () => {
  const { filter } = readAddress('skills=slack&skills=Boulevard&skills=SLACK');
  expect(filter.skills).toEqual(['Boulevard', 'Slack']);
});

test('what the panel does not offer is ignored', () => {
  expect(readAddress('role=Astronaut&skills=&colour=red').filter).toEqual(noFilter);
});

test.each(['0', '-1', '1.5', 'x', '', '1e99'])('page %j is the first page', (page) => {
  expect(readAddress(`page=${page}`).page).toBe(1);
});

test('an option is put in once and taken out again', () => {
  const one = withOption(noFilter, 'seniority', 'Senior', true);
  expect(activeOptions(withOption(one, 'seniority', 'Senior', true))).toEqual([
    { name: 'seniority', option: 'Senior' },
  ]);
  expect(withOption(one, 'seniority', 'Senior', false)).toEqual(noFilter);
});
