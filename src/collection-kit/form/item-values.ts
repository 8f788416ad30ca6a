import { z } from '../../lib/schema';
import type { AnyItem, Collection } from '../define-collection';

/** What a form holds of one field: text as it is typed, a switch, or a list. */
export type FieldValue = string | boolean | string[];

/** What a form holds, by field. */
export type ItemValues = Record<string, FieldValue>;

/** A field's value as a form shows it: nothing and numbers are text there. */
export function toFieldValue(value: unknown): FieldValue {
  if (Array.isArray(value)) return value.map(String);
  if (typeof value === 'boolean') return value;
  return value === null || value === undefined ? '' : String(value);
}

const listFieldNames = (collection: Collection) => Object.keys(collection.fields);

/** An item as its form shows it; without an item, the form of a new one. */
export function toFormValues(collection: Collection, item?: AnyItem): ItemValues {
  const source: Record<string, unknown> = item ?? collection.defaults;
  return Object.fromEntries(
    listFieldNames(collection).map((name) => [
      name,
      // A list without a default has no other sign of being one than what it makes of an empty one.
      source[name] === undefined && acceptsList(collection, name) ? [] : toFieldValue(source[name]),
    ]),
  );
}

const acceptsList = (collection: Collection, name: string): boolean => {
  const schema = collection.fields[name];
  return schema !== undefined && z.safeParse(schema, ['x']).success;
};

/** What would be sent. A place that is left empty is the server's to choose. */
function toInput(values: ItemValues): Record<string, unknown> {
  const { displayOrder, ...input } = values;
  return String(displayOrder ?? '').trim() === '' ? input : { ...input, displayOrder };
}

/** Checks what a form holds against the collection's contract. */
export const validateValues = (collection: Collection, values: ItemValues) =>
  z.safeParse(collection.create, toInput(values));

export const isSameValue = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The fields of `input` that say something else than `item` does. */
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

/** The item that a form is about to become, as far as it is one: for showing, not for sending. */
export function toDraftItem(collection: Collection, values: ItemValues): AnyItem {
  const { fields, defaults } = collection;
  const draft = listFieldNames(collection).map((name) => {
    const schema = fields[name];
    const checked = schema && z.safeParse(schema, values[name]);
    const fallback = name in defaults ? defaults[name as keyof typeof defaults] : values[name];
    return [name, checked?.success ? checked.data : fallback];
  });
  return { ...Object.fromEntries(draft), id: '', createdAt: '', updatedAt: '' };
}
