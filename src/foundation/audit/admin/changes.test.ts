import { describe, expect, it } from 'vitest';
import { extractExcerpt, formatFieldLabel, listChanges } from './changes';

describe('listChanges', () => {
  it('lists each changed field except those that the server manages', () => {
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

  it('lists removed and added entries of a list, or both versions when only the order changed', () => {
    expect(
      listChanges({ before: { skills: ['a', 'b'] }, after: { skills: ['b', 'c', 'd'] } }),
    ).toEqual([{ field: 'skills', removed: ['a'], added: ['c', 'd'] }]);
    expect(listChanges({ before: { skills: ['a', 'b'] }, after: { skills: ['b', 'a'] } })).toEqual([
      { field: 'skills', before: 'a, b', after: 'b, a' },
    ]);
  });

  it('shows empty values as null and booleans as yes or no', () => {
    const before = { note: 'x', list: null, featured: false };
    const after = { note: '', list: [], featured: true };
    expect(listChanges({ before, after })).toEqual([
      { field: 'note', before: 'x', after: null },
      { field: 'list', before: null, after: null },
      { field: 'featured', before: 'no', after: 'yes' },
    ]);
  });

  it('formats values with the given function, or by default when it returns undefined', () => {
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

  it('returns nothing for a created or deleted item', () => {
    expect(listChanges({ before: null, after: { name: 'a' } })).toEqual([]);
    expect(listChanges({ before: { name: 'a' }, after: null })).toEqual([]);
  });
});

describe('formatFieldLabel', () => {
  it('splits a field name into words and drops the suffix Url', () => {
    expect(['name', 'yearsExperience', 'imageUrl', 'isPopular'].map(formatFieldLabel)).toEqual([
      'Name',
      'Years experience',
      'Image',
      'Is popular',
    ]);
  });
});

describe('extractExcerpt', () => {
  const sharedText = 'The same beginning. '.repeat(20);

  it('returns undefined for a short text', () => {
    expect(extractExcerpt('short', 'other')).toBeUndefined();
    expect(extractExcerpt('x'.repeat(140), null)).toBeUndefined();
  });

  it('returns the part around the first difference', () => {
    const text = `${sharedText}Here is the news. ${sharedText}`;
    const excerpt = extractExcerpt(text, sharedText + sharedText);
    expect(excerpt).toContain('Here is the news.');
    expect(excerpt).toMatch(/^… .* …$/);
    expect(excerpt?.length).toBeLessThan(150);
  });

  it('returns the beginning without another text, and the end when the other text only continues it', () => {
    expect(extractExcerpt(sharedText, null)).toMatch(/^The same .* …$/);
    expect(extractExcerpt(sharedText, `${sharedText}More.`)).toMatch(/^… .*beginning\.$/);
  });
});
