import { describe, expect, it } from 'vitest';
import { type FormValues, findDifferences, mergeChanges } from './form-conflict';

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
  it('returns each differing field and marks those that the current user changed', () => {
    const theirs = { ...base, updatedAt: 'b', skills: ['x', 'y'] };
    expect(findDifferences(base, mine, theirs)).toEqual([
      { name: 'title', mine: 'Mine', theirs: 'Old', isMine: true },
      { name: 'skills', mine: ['x'], theirs: ['x', 'y'], isMine: false },
    ]);
  });

  it('returns nothing when both users made the same change or the other one only reordered the list', () => {
    expect(findDifferences(base, mine, { ...base, title: 'Mine', displayOrder: 4 })).toEqual([]);
    expect(findDifferences(base, mine, { ...base, displayOrder: 4 })).toEqual([]);
  });

  it('includes the display order when the current user changed it', () => {
    const moved = { ...mine, displayOrder: 9 };
    const names = findDifferences(base, moved, { ...base, displayOrder: 4 }).map(
      ({ name }) => name,
    );
    expect(names).toEqual(['title', 'displayOrder']);
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
