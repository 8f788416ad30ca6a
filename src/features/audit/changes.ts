import type { AuditEntry } from './audit-entry';

/** What changed in one field: of a list what went and what came, of all else both texts. */
export type Change = { field: string } & (
  | { removed: string[]; added: string[] }
  /** Null stands for nothing there. */
  | { before: string | null; after: string | null }
);

/** Says a field's value in words; undefined leaves it as it is. */
export type Describe = (field: string, value: unknown) => string | undefined;

/** What the server manages: it changes with each entry and says nothing that the entry does not. */
const managed = new Set(['id', 'createdAt', 'updatedAt']);

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** A field's value in words; null when there is nothing. */
export function inWords(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isList(value)) return value.length > 0 ? value.join(', ') : null;
  return String(value);
}

function listChange(before: unknown[], after: unknown[]) {
  const [old, now] = [before.map(String), after.map(String)];
  return {
    removed: old.filter((entry) => !now.includes(entry)),
    added: now.filter((entry) => !old.includes(entry)),
  };
}

/** What an entry changed, field by field; nothing when the item was not there before or after it. */
export function changesOf(
  { before, after }: Pick<AuditEntry, 'before' | 'after'>,
  describe: Describe = () => undefined,
): Change[] {
  if (!before || !after) return [];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.flatMap((field): Change[] => {
    const [old, now] = [before[field], after[field]];
    if (managed.has(field) || JSON.stringify(old) === JSON.stringify(now)) return [];
    if (isList(old) && isList(now)) {
      const change = listChange(old, now);
      if (change.removed.length > 0 || change.added.length > 0) return [{ field, ...change }];
    }
    const say = (value: unknown) => describe(field, value) ?? inWords(value);
    return [{ field, before: say(old), after: say(now) }];
  });
}

/** "Years experience" for `yearsExperience`. */
export function fieldName(field: string): string {
  const words = field
    .replace(/Url$/, '')
    .replace(/([A-Z])/g, ' $1')
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Characters of a text that are shown until all of it is asked for. */
const shown = 140;
/** Of these, how many stand before the place where two texts begin to differ. */
const lead = 30;

/** Where two texts begin to differ. */
function firstDifference(a: string, b: string): number {
  let place = 0;
  while (place < a.length && place < b.length && a[place] === b[place]) place += 1;
  return place;
}

/**
 * A long text cut to the part where it begins to differ from another: the beginnings of two versions
 * of a long text mostly say the same.
 * @returns undefined when the text is short enough to be shown whole
 */
export function excerpt(text: string, other: string | null): string | undefined {
  if (text.length <= shown) return undefined;
  const difference = firstDifference(text, other ?? '');
  // Not right behind the end: there would be nothing to see.
  const start = Math.max(0, Math.min(difference - lead, text.length - shown));
  const end = Math.min(text.length, start + shown);
  let part = text.slice(start, end);
  // Whole words, unless there is but one.
  if (start > 0) part = part.replace(/^\S*\s+(?=\S)/, '');
  if (end < text.length) part = part.replace(/(?<=\S)\s+\S*$/, '');
  return `${start > 0 ? '… ' : ''}${part.trim()}${end < text.length ? ' …' : ''}`;
}
