import { expect, it } from 'vitest';
import { sampleItems } from '../../../tests/samples';
import type { AnyItem, Collection } from '../collection';
import { collections } from '../index';
import { changedFields, checkValues, draftItem, formValues } from './item-values';

const each = collections as unknown as readonly Collection[];

for (const collection of each) {
  const { path } = collection;
  const stored = {
    ...collection.defaults,
    ...sampleItems[path as keyof typeof sampleItems],
    displayOrder: 3,
    id: '1',
  } as AnyItem;

  it(`a form of ${path} that nobody has changed would save nothing`, () => {
    const { success, data } = checkValues(collection, formValues(collection, stored));
    expect(success).toBe(true);
    expect(changedFields(stored, data ?? {})).toEqual({});
  });

  it(`an empty form of ${path} leaves the place in the list to the server, and can be shown`, () => {
    const values = formValues(collection);
    expect(values.displayOrder).toBe('');
    expect(checkValues(collection, values).success).toBe(false);
    expect(draftItem(collection, values)).toMatchObject(collection.defaults);
  });
}

it('what cannot be read as a number yet is shown as none', () => {
  const talents = each.find(({ path }) => path === 'talents');
  if (!talents) throw new Error('There are no talents.');
  const values = { ...formValues(talents), name: ' Ana ', yearsExperience: 'soon' };
  expect(draftItem(talents, values)).toMatchObject({ name: 'Ana', yearsExperience: 0, skills: [] });
});
