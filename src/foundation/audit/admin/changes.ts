import { formatFieldName } from '../../../lib/format-text';
import { formatTimeOfDay } from '../../../lib/time/format-date';
import { isWeekSpan, type WeekSpan } from '../../../lib/time/week-hours';
import { weekdays } from '../../../lib/time/weekdays';
import type { AuditEntry } from '../contract';

/** Change of a field: for lists the removed and added entries, otherwise both texts. */
export type Change = { field: string } & (
  | { removed: string[]; added: string[] }
  /** Null means empty. */
  | { before: string | null; after: string | null }
);

/** Formats a field's value. Returns undefined to use the default format. */
export type FormatValue = (field: string, value: unknown) => string | undefined;

/** Fields that the server manages. They change with every entry, so they are left out. */
const serverFields = new Set(['id', 'createdAt', 'updatedAt']);

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** Formats a span: "Monday 9 am to 1 pm". */
export const formatSpan = ({ day, from, to }: WeekSpan): string =>
  `${weekdays[day - 1] ?? day} ${formatTimeOfDay(from)} to ${formatTimeOfDay(to)}`;

/** Formats an entry of a list. */
const formatEntry = (entry: unknown): string =>
  isWeekSpan(entry) ? formatSpan(entry) : String(entry);

/** Formats a field's value; null if it is empty. */
export function formatValue(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isList(value)) return value.length > 0 ? value.map(formatEntry).join(', ') : null;
  return String(value);
}

function diffLists(before: unknown[], after: unknown[]) {
  const [oldValue, newValue] = [before.map(formatEntry), after.map(formatEntry)];
  return {
    removed: oldValue.filter((entry) => !newValue.includes(entry)),
    added: newValue.filter((entry) => !oldValue.includes(entry)),
  };
}

/** Lists the changed fields of an entry. Empty when the item was created or deleted. */
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

/** Fields that restoring a version leaves as they are: the place in a list, and what is planned. */
const unrestoredFields = new Set([
  ...['displayOrder', 'state', 'takenDownAt'],
  ...['publishAt', 'unpublishAt', 'pending'],
]);

/** Returns whether restoring a version would change the current one. */
export const isRestorable = (version: AuditEntry['after'], current: AuditEntry['after']): boolean =>
  current === null ||
  listChanges({ before: current, after: version }).some(
    ({ field }) => !unrestoredFields.has(field),
  );

/** Formats a field name as a label: `imageUrl` becomes "Image". */
export const formatFieldLabel = (field: string): string =>
  formatFieldName(field.replace(/Url$/, ''));

/** The maximum length of a text that is shown whole. Longer texts are cut to an excerpt. */
const maxExcerptLength = 140;
/** Characters of the excerpt before the first difference. */
const excerptContextLength = 30;

/** Returns the index of the first difference. */
function findFirstDifference(a: string, b: string): number {
  let index = 0;
  while (index < a.length && index < b.length && a[index] === b[index]) index += 1;
  return index;
}

/**
 * Cuts a long text to the part around its first difference from another text. Two versions of a
 * long text mostly share their beginning.
 * @returns undefined when the text is short enough to be shown whole
 */
export function extractExcerpt(text: string, other: string | null): string | undefined {
  if (text.length <= maxExcerptLength) return undefined;
  const difference = findFirstDifference(text, other ?? '');
  // Don't start at the very end, where the excerpt would be empty.
  const start = Math.max(
    0,
    Math.min(difference - excerptContextLength, text.length - maxExcerptLength),
  );
  const end = Math.min(text.length, start + maxExcerptLength);
  let part = text.slice(start, end);
  // Start at a word boundary, if there is one.
  if (start > 0) part = part.replace(/^\S*\s+(?=\S)/, '');
  if (end < text.length) part = part.replace(/(?<=\S)\s+\S*$/, '');
  return `${start > 0 ? '… ' : ''}${part.trim()}${end < text.length ? ' …' : ''}`;
}
