import { describe, expect, it } from 'vitest';
import { type FormValues, findDifferences, mergeChanges } from './form-state';

const base = {
  id: '1',
  createdAt: 'a',
  updatedAt: 'a',
  title: 'Old',
  skills: ['x'],
  bio: null,
  displayOrder: 0,
};
const mine: FormValues = { title: 'Mine', skills: ['x'], bio: null, displayOrder: 0 };

describe('findDifferences', () => {
  it.each([
    ['nothing when each changed other fields', { skills: ['x', 'y'], bio: 'New' }, []],
    ['nothing when both made the same change', { title: 'Mine', bio: 'New' }, []],
    ['nothing when the other one only reordered the list', { displayOrder: 4 }, []],
    [
      'only the field that both changed',
      { title: 'Theirs', skills: ['x', 'y'] },
      [{ name: 'title', mine: 'Mine', theirs: 'Theirs' }],
    ],
  ])('returns %s', (_, changes, differences) => {
    expect(findDifferences(base, mine, { ...base, ...changes })).toEqual(differences);
  });

  it('includes the display order when both changed it', () => {
    const moved = { ...mine, displayOrder: 9 };
    expect(findDifferences(base, moved, { ...base, displayOrder: 4 })).toEqual([
      { name: 'displayOrder', mine: 9, theirs: 4 },
    ]);
  });
});

describe('mergeChanges', () => {
  const theirs = { ...base, title: 'Theirs', bio: 'New', displayOrder: 4 };

  it('keeps the fields that the current user changed and takes the others from the stored item', () => {
    expect(mergeChanges(base, mine, theirs)).toEqual({
      title: 'Mine',
      skills: ['x'],
      bio: 'New',
      displayOrder: 4,
    });
  });

  it('prefers the version that was chosen for a field', () => {
    expect(mergeChanges(base, mine, theirs, { title: 'theirs', bio: 'mine' })).toEqual({
      title: 'Theirs',
      skills: ['x'],
      bio: null,
      displayOrder: 4,
    });
  });
});
