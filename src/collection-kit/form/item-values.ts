import { type FieldKind, z } from '../../lib/schema';
import type { BaseItem, Collection } from '../define-collection';

/** What a form holds of one field: text as it is typed, a checkbox, or a list. */
export type FieldValue = string | boolean | string[];

/** What a form holds, by field. */
export type ItemValues = Record<string, FieldValue>;

/** Converts a field's value for the form, where null and numbers are text. */
export function toFieldValue(value: unknown): FieldValue {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === 'boolean') return value;
  return value === null || value === undefined ? '' : String(value);
}

const emptyValues: Record<FieldKind, FieldValue> = {
  text: '',
  number: '',
  boolean: false,
  list: [],
  picture: '',
};

/** Converts an item for its form; without an item, the defaults for the form of a new one. */
export function toFormValues(
  { kinds, defaults }: Pick<Collection, 'kinds' | 'defaults'>,
  item?: BaseItem,
): ItemValues {
  const source = item ?? defaults;
  return Object.fromEntries(
    Object.entries(kinds).map(([name, kind]) => [
      name,
      source[name] === undefined ? emptyValues[kind] : toFieldValue(source[name]),
    ]),
  );
}

/** Picks what is sent. The server chooses the place in the list when none was typed. */
function toInput(values: ItemValues): Record<string, unknown> {
  const { displayOrder, ...input } = values;
  return String(displayOrder ?? '').trim() === '' ? input : { ...input, displayOrder };
}

/** Validates what a form holds against the collection's contract. */
export const validateValues = ({ create }: Pick<Collection, 'create'>, values: ItemValues) =>
  z.safeParse(create, toInput(values));

export const isSameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Picks the fields of `input` that differ from the item's. */
export function pickChangedFields(
  item: Record<string, unknown>,
  input: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => !isSameValue(value, item[name])),
  );
}

/** Whether two forms hold the same. */
export const areSameValues = (a: ItemValues, b: ItemValues): boolean => isSameValue(a, b);

/** Builds the item that a form is about to become, for the preview. Invalid fields show their default. */
export function toDraftItem<T extends BaseItem>(
  { fields, defaults }: Pick<Collection<T>, 'fields' | 'defaults' | 'item'>,
  values: ItemValues,
): T {
  const draft = Object.entries(fields).map(([name, schema]) => {
    const checked = z.safeParse(schema, values[name]);
    const fallback = name in defaults ? defaults[name] : values[name];
    return [name, checked.success ? checked.data : fallback];
  });
  // A required field that is still invalid holds what was typed; the preview copes with that.
  return { ...Object.fromEntries(draft), id: '', createdAt: '', updatedAt: '' } as T;
}
