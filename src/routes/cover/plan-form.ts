import type { Plan } from '../../cover/contract';
import { parseMinutes } from '../../lib/time/week-hours';

/** The plan as a plain GET form, for browsers without JavaScript, and as links that add hours. */

/** The parts of the day that the plain form offers, in hours. */
export const dayParts = [
  { name: 'Morning', from: 8, to: 11 },
  { name: 'Lunch', from: 11, to: 14 },
  { name: 'Afternoon', from: 14, to: 17 },
  { name: 'Evening', from: 17, to: 20 },
] as const;

/** The names of the form's fields. */
export const planFields = {
  /** Repeated, as `formatHoursField` writes it. */
  hours: 'h',
  /** The names of the desks, in order. Without them, those of a new plan. */
  desk: 'desk[]',
  timeZone: 'zone',
  industry: 'trade',
  locations: 'locations',
  language: 'language',
  /** The code of the plan to which a link adds hours. */
  stored: 'p',
} as const;

/**
 * The name of the plain form's field for the code of the plan that it changes, empty for a new one. Not
 * in `planFields`, which the home page loads.
 */
export const editedPlanField = 'plan';

/** Returns whether some hours of a desk lie in a part of a day, which is then ticked. */
export const isTicked = (
  { hours }: Plan['desks'][number],
  day: number,
  { from, to }: (typeof dayParts)[number],
): boolean =>
  hours.some(
    (span) =>
      span.day === day && parseMinutes(span.from) < to * 60 && parseMinutes(span.to) > from * 60,
  );

/** Returns the language that the plain form shows for all desks: the first one, or ''. */
export const readLanguage = ({ desks }: Plan): string =>
  desks.flatMap(({ languages }) => languages)[0] ?? '';

/** Formats hours of a desk: its place in the list, the day, and the times in half hours. */
export const formatHoursField = (desk: number, day: number, from: number, to: number): string =>
  [desk, day, from * 2, to * 2].join('-');
