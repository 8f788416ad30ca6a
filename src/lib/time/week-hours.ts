/** Hours of a week: spans of weekdays, as people's hours and the hours of a plan are stored. */

/** Times of a day, such as "09:30". The end may be "24:00". */
export interface DaySpan {
  from: string;
  to: string;
}

/** Maximum number of spans of a day. */
export const maxSpansPerDay = 6;

/** A span of a weekday: `day` is 1 for Monday to 7, the times are "09:30", and `to` may be "24:00". */
export interface WeekSpan extends DaySpan {
  day: number;
}

/** Converts "09:30" to minutes since midnight; "24:00" is the end of the day. */
export function parseMinutes(time: string): number {
  const [hours = '0', minutes = '0'] = time.split(':');
  return Number(hours) * 60 + Number(minutes);
}

/** Formats minutes since midnight as "09:30". */
export const formatMinutes = (minutes: number): string =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Lists the spans of a week, of which each day has a list, Monday first. */
export const toWeekSpans = (weekly: readonly (readonly DaySpan[])[]): WeekSpan[] =>
  weekly.flatMap((spans, index) => spans.map((span) => ({ day: index + 1, ...span })));

/** Sorts spans by their beginning, and joins those of one day that overlap or touch. */
export function joinSpans(spans: readonly WeekSpan[]): WeekSpan[] {
  const joined: WeekSpan[] = [];
  const byBeginning = (a: WeekSpan, b: WeekSpan) =>
    a.day - b.day || parseMinutes(a.from) - parseMinutes(b.from);
  for (const span of spans.toSorted(byBeginning)) {
    const last = joined.at(-1);
    if (last?.day !== span.day || parseMinutes(span.from) > parseMinutes(last.to)) {
      joined.push({ ...span });
    } else if (parseMinutes(span.to) > parseMinutes(last.to)) {
      last.to = span.to;
    }
  }
  return joined;
}

/** Returns whether a value of unknown type is a span of a weekday. */
export const isWeekSpan = (value: unknown): value is WeekSpan =>
  typeof value === 'object' && value !== null && 'day' in value && 'from' in value && 'to' in value;
