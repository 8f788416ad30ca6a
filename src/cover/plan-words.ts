import { formatCount } from '../lib/format-number';
import { formatHour } from '../lib/time/format-hour';
import { parseMinutes, type WeekSpan } from '../lib/time/week-hours';
import { weekdays } from '../lib/time/weekdays';
import type { Plan } from './contract';

/** Joins texts: "a", "a and b", "a, b and c". */
export const joinWords = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '');

/** Formats minutes as hours: "23 hours", "1 hour", "2.5 hours". */
export const formatHours = (minutes: number): string => formatCount(minutes / 60, 'hour');

/** Formats minutes to point at them: "these 23 hours", "this hour", "this half hour". */
export const formatTheseHours = (minutes: number, these = 'these', one = 'this'): string =>
  minutes > 60 ? `${these} ${formatHours(minutes)}` : `${one} ${minutes < 60 ? 'half ' : ''}hour`;

/** Formats a time of day: "5 pm" for "17:00", "noon", "midnight". */
export const formatClock = (time: string): string => formatHour(parseMinutes(time) / 60);

/** Formats weekdays from 1 to 7: "Monday to Friday", "Monday and Thursday". */
export function formatDays(days: readonly number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const day of days) {
    const run = runs.at(-1);
    if (run?.[1] === day - 1) run[1] = day;
    else runs.push([day, day]);
  }
  const name = (day: number) => weekdays[day - 1] ?? '';
  return joinWords(
    runs.flatMap(([first, last]) => {
      if (last - first > 1) return `${name(first)} to ${name(last)}`;
      return first === last ? name(first) : [name(first), name(last)];
    }),
  );
}

const describeTimes = ({ from, to }: WeekSpan): string =>
  from === '00:00' && to === '24:00' ? 'all day' : `${formatClock(from)} to ${formatClock(to)}`;

/**
 * Describes spans of a week in their order: "Monday to Friday, noon to 2 pm; Saturday, 9 am to 1 pm".
 * Empty if there are none.
 */
export function describeSpans(spans: readonly WeekSpan[]): string {
  const daysByTimes = new Map<string, Set<number>>();
  for (const span of spans) {
    const times = describeTimes(span);
    daysByTimes.set(times, (daysByTimes.get(times) ?? new Set()).add(span.day));
  }
  const timesByDays = new Map<string, string[]>();
  for (const [times, set] of daysByTimes) {
    const days = formatDays([...set].sort((a, b) => a - b));
    timesByDays.set(days, [...(timesByDays.get(days) ?? []), times]);
  }
  return [...timesByDays].map(([days, times]) => `${days}, ${joinWords(times)}`).join('; ');
}

/** Counts the minutes of spans. */
export const countMinutes = (spans: readonly { from: string; to: string }[]): number =>
  spans.reduce((sum, { from, to }) => sum + parseMinutes(to) - parseMinutes(from), 0);

/** Counts the minutes of a plan, with a desk at each location for each of them. */
export const countPlanMinutes = ({ desks, locations = 1, perLocation }: Plan): number =>
  countMinutes(desks.flatMap(({ hours }) => hours)) * (perLocation ? locations : 1);

/** Describes the desks of a plan that have hours, and how many minutes a week they are. */
export function describePlan(plan: Plan) {
  const painted = plan.desks.filter(({ hours }) => hours.length > 0);
  return {
    minutes: countPlanMinutes(plan),
    desks: painted.map(({ name, hours }) => ({ name, hours: describeSpans(hours) })),
  };
}

/** Returns the fragment of the plan's page for a desk: "front-desk". */
export const toFragment = (name: string): string => name.toLowerCase().replaceAll(' ', '-');
