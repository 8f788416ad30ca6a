import { defaultTimeZone } from '../../lib/region';
import { requiredText, z } from '../../lib/schema';
import { timeZoneName } from '../../lib/time/hours-schema';
import { maxSpansPerDay, parseMinutes } from '../../lib/time/week-hours';
import { weekdays } from '../../lib/time/weekdays';

/** Grid of the times, in minutes. Every time zone's offset is a multiple of it. */
export const gridMinutes = 5;

/** Maximum number of days off that are stored. */
export const maxDaysOff = 366;

/** Maximum length of a day off's label, in characters. */
export const maxLabelLength = 60;

const timeOfDay = z
  .string()
  .check(
    z.regex(/^(?:(?:[01]\d|2[0-3]):[0-5][05]|24:00)$/, 'Must be a time in steps of five minutes'),
  );

const span = z.object({ from: timeOfDay, to: timeOfDay });

export type OpenSpan = z.output<typeof span>;

/** Validates a day's opening hours. @returns the error message; undefined when they are valid */
function findSpansError(spans: readonly OpenSpan[]): string | undefined {
  const sorted = spans.toSorted((a, b) => parseMinutes(a.from) - parseMinutes(b.from));
  for (const [index, { from, to }] of sorted.entries()) {
    if (parseMinutes(to) <= parseMinutes(from)) return `${from} to ${to} ends before it begins`;
    const next = sorted[index + 1];
    if (next && parseMinutes(next.from) < parseMinutes(to)) {
      return `${from} to ${to} and ${next.from} to ${next.to} overlap`;
    }
  }
  return undefined;
}

const weekly = z
  .array(z.array(span).check(z.maxLength(maxSpansPerDay)))
  .check(z.length(7))
  .check((payload) => {
    for (const [index, spans] of payload.value.entries()) {
      const spansError = findSpansError(spans);
      if (!spansError) continue;
      payload.issues.push({
        code: 'custom',
        message: `${weekdays[index]}: ${spansError}`,
        input: payload.value,
        path: [],
      });
      return;
    }
  });

const date = z.iso.date({
  error: (issue) => (issue.code === 'invalid_format' ? 'Must be a date' : undefined),
});

/** Labels of days off, by date. */
const dayOffLabels = z.record(date, requiredText(maxLabelLength));

const wholeNumber = (min: number, max: number) =>
  z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max));

/** Availability for calls, as set by the admin. */
export const callHours = z.object({
  /** The business's time zone, which the settings set. The hours and days off are in it. */
  timeZone: timeZoneName(),
  /** Seven days, Monday first, each with any number of spans. */
  weekly,
  /** Dates without calls. */
  daysOff: z.array(date).check(z.maxLength(maxDaysOff)),
  /** Labels of some of these dates, such as "Thanksgiving", for the owner. */
  dayOffLabels: z._default(dayOffLabels, {}),
  /** Minimum time between booking a call and its start. */
  noticeMinutes: wholeNumber(0, 14 * 24 * 60),
  /** Free time between two calls. A multiple of the grid. */
  bufferMinutes: wholeNumber(0, 120).check(z.multipleOf(gridMinutes)),
  /** Number of days ahead that calls can be booked. */
  daysAhead: wholeNumber(1, 90),
  /** Description of how the call takes place, shown to the visitor. */
  place: requiredText(300, 'Please describe how the call takes place'),
});

export type CallHours = z.output<typeof callHours>;

/** The availability as it is stored. */
export const storedCallHours = z.extend(callHours, {
  /** Changes with every save; also the `ETag`. Empty before the first one. */
  version: z.string(),
});

export type StoredCallHours = z.output<typeof storedCallHours>;

/**
 * The availability as it is saved. Days off and labels that are left out stay as they are. A time
 * zone is set for the whole business.
 */
export const callHoursInput = z.extend(callHours, {
  timeZone: z.optional(timeZoneName()),
  daysOff: z.optional(callHours.shape.daysOff),
  dayOffLabels: z.optional(dayOffLabels),
});

export type CallHoursInput = z.output<typeof callHoursInput>;

/** The hours of an open day, until the admin changes them. */
export const workday: OpenSpan[] = [{ from: '09:00', to: '17:00' }];

/** The defaults until the admin changes them. */
export const defaultCallHours: CallHours = {
  timeZone: defaultTimeZone,
  weekly: [workday, workday, workday, workday, workday, [], []],
  daysOff: [],
  dayOffLabels: {},
  noticeMinutes: 4 * 60,
  bufferMinutes: 0,
  daysAhead: 30,
  place: 'By video: we send you the link before the call.',
};

/** Returns whether the description of how calls take place promises visitors a link. */
export const promisesLink = (place: string): boolean => /\b(?:links?|video|zoom)\b/i.test(place);
