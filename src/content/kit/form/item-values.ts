import { type FieldKind, z } from '../../../lib/schema';
import { isWeekSpan, type WeekSpan } from '../../../lib/time/week-hours';
import type { BaseItem, Collection } from '../define-collection';

/** Form value of one field: the typed text, a checkbox, a list, or hours. */
export type FieldValue = string | boolean | string[] | WeekSpan[];

/** Form values by field name. */
export type ItemValues = Record<string, FieldValue>;

/** Converts a field's value for the form, where null and numbers are text. */
export function toFieldValue(value: unknown): FieldValue {
  if (Array.isArray(value)) return value.every(isWeekSpan) ? value : value.map(String);
  if (typeof value === 'boolean') return value;
  return value === null || value === undefined ? '' : String(value);
}

/** Returns a value that is text; '' for any other. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : '');

const emptyValues: Record<FieldKind, FieldValue> = {
  text: '',
  number: '',
  boolean: false,
  list: [],
  hours: [],
  picture: '',
};

/** Converts an item to form values. Without an item, returns the defaults of a new one. */
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

/**
 * Converts form values to the body of a request. An empty display order is left out, so that the
 * server sets it.
 */
function toInput(values: ItemValues): Record<string, unknown> {
  const { displayOrder, ...input } = values;
  return String(displayOrder ?? '').trim() === '' ? input : { ...input, displayOrder };
}

/** Validates form values against the collection's contract. Only a draft may be incomplete. */
export const validateValues = (
  { create }: Pick<Collection, 'create'>,
  values: ItemValues,
  isDraft: boolean,
) => z.safeParse(create, isDraft ? { ...toInput(values), state: 'draft' } : toInput(values));

/** Builds the item that the preview shows from form values. Invalid fields get their default. */
export function toDraftItem<T extends BaseItem>(
  { fields, defaults }: Pick<Collection<T>, 'fields' | 'defaults' | 'item'>,
  values: ItemValues,
): T {
  const draft = Object.entries(fields).map(([name, schema]) => {
    const checked = z.safeParse(schema, values[name]);
    const fallback = name in defaults ? defaults[name] : values[name];
    return [name, checked.success ? checked.data : fallback];
  });
  // A required field has no default, so an invalid one gets the typed value. Previews handle that.
  return { ...Object.fromEntries(draft), id: '', createdAt: '', updatedAt: '' } as T;
}
