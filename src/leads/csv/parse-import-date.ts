import { isTime } from '../../lib/schema';
import { fromWallTime } from '../../lib/time/wall-time';

const yearFirst = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ](\d{1,2}):(\d{2})(?::\d{2})?)?$/;
const yearLast =
  /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})(?:,? (\d{1,2}):(\d{2})(?::\d{2})?(?: ?([ap])\.?m\.?)?)?$/i;

/**
 * Creates the parser of a column's dates: ISO 8601, or the day and the month in the order that the
 * column shows. Month first, as in the USA, unless a value can only have the day first. A date without
 * a time is noon, and a time without a zone is the business's.
 * @returns a function that returns the time in UTC; null for a text that is no date
 */
export function createDateParser(texts: readonly string[]): (text: string) => string | null {
  const isDayFirst = texts.some((text) => {
    const [, first] = yearLast.exec(text.trim()) ?? [];
    return Number(first) > 12 || /^\d{1,2}\.\d/.test(text.trim());
  });
  return (untrimmed) => {
    const text = untrimmed.trim();
    if (isTime(text)) return new Date(text).toISOString();
    const match = yearFirst.exec(text) ?? reorder(yearLast.exec(text), isDayFirst);
    if (!match) return null;
    const [, year, month, day, hour, minute, half] = match;
    const clock = Number(hour ?? 12);
    const hours = half ? (clock % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : clock;
    const parts = [
      Number(year),
      Number(month) - 1,
      Number(day),
      hours,
      Number(minute ?? 0),
    ] as const;
    const wallTime = new Date(Date.UTC(...parts));
    // `Date.UTC` reads February 31 as March 3.
    const isReal = wallTime.getUTCMonth() === parts[1] && wallTime.getUTCDate() === parts[2];
    return isReal ? fromWallTime(wallTime).toISOString() : null;
  };
}

/** Puts the year, the month and the day in the order of ISO 8601. */
function reorder(match: RegExpExecArray | null, isDayFirst: boolean) {
  if (!match) return null;
  const [all, first, second, year = '', ...time] = match;
  const [month, day] = isDayFirst ? [second, first] : [first, second];
  return [all, year.length === 2 ? `20${year}` : year, month, day, ...time];
}
