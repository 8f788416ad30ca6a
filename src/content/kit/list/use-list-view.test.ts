import { describe, expect, it } from 'vitest';
import { searchItems } from './use-list-view';

const people = [
  ['Ana Lucía Fuentes', 'Executive Assistant'],
  ['Kenji Morales', 'Receptionist'],
  ['Lucia Banks', 'Operations Manager'],
];
const find = (search: string) => searchItems(people, (texts) => texts, search);

describe('searchItems', () => {
  it('returns all items for an empty or blank search', () => {
    expect(find('')).toBe(people);
    expect(find('  ')).toBe(people);
  });

  it('matches part of a word in any field, ignoring case and accents', () => {
    expect(find('LUCIA')).toEqual([people[0], people[2]]);
    expect(find('lucía')).toEqual([people[0], people[2]]);
    expect(find('recep')).toEqual([people[1]]);
  });

  it('requires every word of the search, in any order and any field', () => {
    expect(find('assistant ana')).toEqual([people[0]]);
    expect(find('assistant kenji')).toEqual([]);
  });

  it('treats regular expression characters as literal text', () => {
    expect(find('.*')).toEqual([]);
    expect(find('(')).toEqual([]);
  });
});
