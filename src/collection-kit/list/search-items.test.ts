import { expect, it } from 'vitest';
import { searchItems } from './search-items';

const people = [
  ['Ana Lucía Fuentes', 'Executive Assistant'],
  ['Kenji Morales', 'Receptionist'],
  ['Lucia Banks', 'Operations Manager'],
];
const find = (search: string) => searchItems(people, (texts) => texts, search);

it('finds all while nothing is asked for', () => {
  expect(find('')).toBe(people);
  expect(find('  ')).toBe(people);
});

it('finds a word in any text, whatever its case and accents', () => {
  expect(find('LUCIA')).toEqual([people[0], people[2]]);
  expect(find('lucía')).toEqual([people[0], people[2]]);
  expect(find('recep')).toEqual([people[1]]);
});

it('wants every word, in whatever order and text', () => {
  expect(find('assistant ana')).toEqual([people[0]]);
  expect(find('assistant kenji')).toEqual([]);
});

it('takes what is typed for a text and for nothing else', () => {
  expect(find('.*')).toEqual([]);
  expect(find('(')).toEqual([]);
});
