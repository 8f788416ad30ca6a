import type { AuditEntry } from '../contract';

/** What changed in one field: of a list what went and what came, of all else both texts. */
export type Change = { field: string } & (
  | { removed: string[]; added: string[] }
  /** Null stands for nothing there. */
  | { before: string | null; after: string | null }
);

/** Says a field's value in words; undefined leaves it as it is. */
export type FormatValue = (field: string, value: unknown) => string | undefined;

/** What the server manages: it changes with each entry and says nothing that the entry does not. */
const serverFields = new Set(['id', 'createdAt', 'updatedAt']);

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** A field's value in words; null when there is nothing. */
export function formatValue(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isList(value)) return value.length > 0 ? value.join(', ') : null;
  return String(value);
}

function diffLists(before: unknown[], after: unknown[]) {
  const [oldValue, newValue] = [before.map(String), after.map(String)];
  return {
    removed: oldValue.filter((entry) => !newValue.includes(entry)),
    added: newValue.filter((entry) => !oldValue.includes(entry)),
  };
}

/** What an entry changed, field by field; nothing when the item was not there before or after it. */
export function listChanges(
  { before, after }: Pick<AuditEntry, 'before' | 'after'>,
  formatFieldValue: FormatValue = () => undefined,
): Change[] {
  if (!before || !after) return [];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.flatMap((field): Change[] => {
    const [oldValue, newValue] = [before[field], after[field]];
    if (serverFields.has(field) || JSON.stringify(oldValue) === JSON.stringify(newValue)) return [];
    if (isList(oldValue) && isList(newValue)) {
      const change = diffLists(oldValue, newValue);
      if (change.removed.length > 0 || change.added.length > 0) return [{ field, ...change }];
    }
    const format = (value: unknown) => formatFieldValue(field, value) ?? formatValue(value);
    return [{ field, before: format(oldValue), after: format(newValue) }];
  });
}

/** "Years experience" for `yearsExperience`. */
export function formatFieldName(field: string): string {
  const name = field
    .replace(/Url$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase();
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Characters of a text that are shown until all of it is asked for. */
const maxExcerptLength = 140;
/** Of these, how many stand before the place where two texts begin to differ. */
const excerptContextLength = 30;

/** Where two texts begin to differ. */
function findFirstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && index < b.length && a[index] === b[index]) index += 1;
  return index;
}

/**
 * A long text cut to the part where it begins to differ from another: the beginnings of two versions
 * of a long text mostly say the same.
 * @returns undefined when the text is short enough to be shown whole
 */
export function extractExcerpt(text: string, other: string | null): string | undefined {
  if (text.length <= maxExcerptLength) return undefined;
  const difference = findFirstDifference(text, other ?? '');
  // Not right behind the end: there would be nothing to see.
  const start = Math.max(
    0,
    Math.min(difference - excerptContextLength, text.length - maxExcerptLength),
  );
  const end = Math.min(text.length, start + maxExcerptLength);
  let part = text.slice(start, end);
  // Whole words, unless there is but one.
  if (start > 0) part = part.replace(/^\S*\s+(?=\S)/, '');
  if (end < text.length) part = part.replace(/(?<=\S)\s+\S*$/, '');
  return `${start > 0 ? '… ' : ''}${part.trim()}${end < text.length ? ' …' : ''}`;
}
