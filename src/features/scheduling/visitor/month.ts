/** Days as `YYYY-MM-DD` and months as `YYYY-MM`: plain text, which no time zone can move. */

const utc = (date: string) => new Date(`${date}T00:00:00Z`);

/** The day some days after another. */
export function addDays(date: string, days: number): string {
  const moved = utc(date);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** The month some months after another. */
export function addMonths(month: string, months: number): string {
  const moved = utc(`${month}-01`);
  moved.setUTCMonth(moved.getUTCMonth() + months);
  return moved.toISOString().slice(0, 7);
}

/** The month of a day. */
export const monthOf = (date: string): string => date.slice(0, 7);

const monthFormat = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const dayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'long',
  month: 'long',
  day: 'numeric',
  timeZone: 'UTC',
});

/** "March 2026". */
export const monthName = (month: string): string => monthFormat.format(utc(`${month}-01`));

/** "Wednesday, March 18". */
export const dayName = (date: string): string => dayFormat.format(utc(date));

/** The weeks of a month, Monday first; null where a week reaches into the months beside it. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const before = (utc(first).getUTCDay() + 6) % 7;
  const weeks: (string | null)[][] = [];
  for (let day = addDays(first, -before); monthOf(day) <= month; day = addDays(day, 7)) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => {
        const date = addDays(day, index);
        return monthOf(date) === month ? date : null;
      }),
    );
  }
  return weeks;
}

/**
 * Where a key leads from a day, among those that can be chosen; null when it leads nowhere.
 * @param days ascending
 */
export function dayAfterKey(key: string, day: string, days: readonly string[]): string | null {
  const after = (from: string) => days.find((one) => one >= from) ?? null;
  const before = (from: string) => days.findLast((one) => one <= from) ?? null;
  switch (key) {
    case 'ArrowRight':
      return after(addDays(day, 1));
    case 'ArrowLeft':
      return before(addDays(day, -1));
    case 'ArrowDown':
      return after(addDays(day, 7));
    case 'ArrowUp':
      return before(addDays(day, -7));
    case 'Home':
      return after(`${monthOf(day)}-01`);
    case 'End':
      return before(`${monthOf(day)}-31`);
    case 'PageDown':
      return after(`${addMonths(monthOf(day), 1)}-01`);
    case 'PageUp':
      return before(`${addMonths(monthOf(day), -1)}-31`);
    default:
      return null;
  }
}
