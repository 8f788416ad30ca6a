import { describe, expect, it } from 'vitest';
import { pickChangedFields } from '../foundation/forms/form-state';
import { collections } from './collections/collections';
import type { Collection } from './kit/define-collection';
import { toDraftItem, toFormValues, validateValues } from './kit/form/item-values';

const allCollections: readonly Collection[] = collections;

for (const collection of allCollections) {
  const { path } = collection;
  const stored = {
    ...collection.defaults,
    ...collection.example,
    displayOrder: 3,
    id: '1',
    createdAt: '',
    updatedAt: '',
  };

  describe(`form of ${path}`, () => {
    it('has no changes to save before anyone edits it', () => {
      const { success, data } = validateValues(collection, toFormValues(collection, stored), false);
      expect(success).toBe(true);
      expect(pickChangedFields(stored, data ?? {})).toEqual({});
    });

    it('is invalid when empty, leaves the display order blank and previews the defaults', () => {
      const values = toFormValues(collection);
      expect(values.displayOrder).toBe('');
      expect(validateValues(collection, values, false).success).toBe(false);
      expect(toDraftItem(collection, values)).toMatchObject(collection.defaults);
    });

    it('is valid when empty as a draft', () => {
      expect(validateValues(collection, toFormValues(collection), true).success).toBe(true);
    });
  });
}

describe('toDraftItem', () => {
  it('trims text and shows the default for text that is not a number', () => {
    const talents = allCollections.find(({ path }) => path === 'talents');
    if (!talents) throw new Error('There are no talents.');
    const values = { ...toFormValues(talents), name: ' Ana ', yearsExperience: 'soon' };
    expect(toDraftItem(talents, values)).toMatchObject({
      name: 'Ana',
      yearsExperience: 0,
      skills: [],
    });
  });
});
