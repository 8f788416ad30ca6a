import { describe, expect, it } from 'vitest';
import { findDifferences, mergeChanges } from './item-conflict';

const base = {
  id: '1',
  createdAt: 'a',
  updatedAt: 'a',
  title: 'Old',
  skills: ['x'],
  bio: null,
  displayOrder: 0,
};
const mine = { title: 'Mine', skills: ['x'], bio: null, displayOrder: 0 };

describe('what two people changed in one item', () => {
  it('is the fields in which they differ, and whose change each is', () => {
    const theirs = { ...base, updatedAt: 'b', skills: ['x', 'y'] };
    expect(findDifferences(base, mine, theirs)).toEqual([
      { name: 'title', mine: 'Mine', theirs: 'Old', isMine: true },
      { name: 'skills', mine: ['x'], theirs: ['x', 'y'], isMine: false },
    ]);
  });

  it('is nothing when both say the same, or the other only moved it in its list', () => {
    expect(findDifferences(base, mine, { ...base, title: 'Mine', displayOrder: 4 })).toEqual([]);
    expect(findDifferences(base, mine, { ...base, displayOrder: 4 })).toEqual([]);
  });

  it('is its place, too, when I chose one', () => {
    const moved = { ...mine, displayOrder: 9 };
    const names = findDifferences(base, moved, { ...base, displayOrder: 4 }).map(
      ({ name }) => name,
    );
    expect(names).toEqual(['title', 'displayOrder']);
  });
});

describe('what is saved in the end', () => {
  const theirs = { ...base, title: 'Theirs', bio: 'New', displayOrder: 4 };

  it('is mine where I changed something, and theirs elsewhere', () => {
    expect(mergeChanges(base, mine, theirs)).toEqual({
      title: 'Mine',
      skills: ['x'],
      bio: 'New',
      displayOrder: 4,
    });
  });

  it('is what was chosen', () => {
    expect(mergeChanges(base, mine, theirs, { title: 'theirs', bio: 'mine' })).toEqual({
      title: 'Theirs',
      skills: ['x'],
      bio: null,
      displayOrder: 4,
    });
  });
});
