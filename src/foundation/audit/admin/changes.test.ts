import { describe, expect, it } from 'vitest';
import { extractExcerpt, formatFieldName, listChanges } from './changes';

describe('what an entry changed', () => {
  it('is each field that differs, and none that the server manages', () => {
    const before = { id: 'a', name: 'Ada', bio: null, age: 3, updatedAt: '1', createdAt: '0' };
    const after = {
      id: 'a',
      name: 'Ada',
      bio: 'Wrote it.',
      age: 4,
      updatedAt: '2',
      createdAt: '0',
    };
    expect(listChanges({ before, after })).toEqual([
      { field: 'bio', before: null, after: 'Wrote it.' },
      { field: 'age', before: '3', after: '4' },
    ]);
  });

  it('is of a list what went and what came', () => {
    expect(
      listChanges({ before: { skills: ['a', 'b'] }, after: { skills: ['b', 'c', 'd'] } }),
    ).toEqual([{ field: 'skills', removed: ['a'], added: ['c', 'd'] }]);
    expect(listChanges({ before: { skills: ['a', 'b'] }, after: { skills: ['b', 'a'] } })).toEqual([
      { field: 'skills', before: 'a, b', after: 'b, a' },
    ]);
  });

  it('names what is empty, and a yes or a no', () => {
    const before = { note: 'x', list: null, featured: false };
    const after = { note: '', list: [], featured: true };
    expect(listChanges({ before, after })).toEqual([
      { field: 'note', before: 'x', after: null },
      { field: 'list', before: null, after: null },
      { field: 'featured', before: 'no', after: 'yes' },
    ]);
  });

  it('is said in the words of whoever shows it', () => {
    const entry = {
      before: { status: 'closed_won', price: 3 },
      after: { status: 'new', price: 4 },
    };
    const formatPrice = (field: string, value: unknown) =>
      field === 'price' ? `$${value}` : undefined;
    expect(listChanges(entry, formatPrice)).toEqual([
      { field: 'status', before: 'closed_won', after: 'new' },
      { field: 'price', before: '$3', after: '$4' },
    ]);
  });

  it('is nothing where the item came or went', () => {
    expect(listChanges({ before: null, after: { name: 'a' } })).toEqual([]);
    expect(listChanges({ before: { name: 'a' }, after: null })).toEqual([]);
  });
});

it('a field is named in words', () => {
  expect(['name', 'yearsExperience', 'imageUrl', 'isPopular'].map(formatFieldName)).toEqual([
    'Name',
    'Years experience',
    'Image',
    'Is popular',
  ]);
});

describe('the excerpt of a text', () => {
  const same = 'The same beginning. '.repeat(20);

  it('is not needed when it is short', () => {
    expect(extractExcerpt('short', 'other')).toBeUndefined();
    expect(extractExcerpt('x'.repeat(140), null)).toBeUndefined();
  });

  it('is about the place where the two begin to differ', () => {
    const text = `${same}Here is the news. ${same}`;
    const cut = extractExcerpt(text, same + same);
    expect(cut).toContain('Here is the news.');
    expect(cut).toMatch(/^… .* …$/);
    expect(cut?.length).toBeLessThan(150);
  });

  it('is its beginning where there is nothing to compare with, its end where that was cut off', () => {
    expect(extractExcerpt(same, null)).toMatch(/^The same .* …$/);
    expect(extractExcerpt(same, `${same}More.`)).toMatch(/^… .*beginning\.$/);
  });
});
