/** The building blocks of contracts for hours of a week and time zones. */
import { fieldKinds, optionalText, z } from '../schema';
import { isTimeZone } from './time-zone';
import { joinSpans, parseMinutes } from './week-hours';

const maxZoneLength = 64;

/** An IANA time zone. */
export const timeZoneName = () =>
  z.string().check(z.maxLength(maxZoneLength), z.refine(isTimeZone, 'Please choose a time zone'));

/** An optional IANA time zone. Absent, null and blank become null. */
export const optionalTimeZone = () =>
  optionalText(maxZoneLength)
    .check(z.refine((name) => name === null || isTimeZone(name), 'Choose a time zone'))
    .register(fieldKinds, { kind: 'text' });

const precisions = {
  minutes: { minutes: '[0-5]\\d', message: 'Must be a time' },
  'half hours': { minutes: '[03]0', message: 'Must be a time in half hours' },
} as const;

interface WeekHoursOptions {
  precision: keyof typeof precisions;
  maxSpans: number;
}

/**
 * Hours of a week, by their beginning, so that equal hours are equal texts. Spans that overlap or
 * touch become one. A span ends on its day: one over midnight is two.
 */
export function weekHours({ precision, maxSpans }: WeekHoursOptions) {
  const { minutes, message } = precisions[precision];
  const time = `(?:[01]\\d|2[0-3]):${minutes}`;
  const span = z
    .object({
      day: z.int().check(z.minimum(1), z.maximum(7)),
      from: z.string().check(z.regex(new RegExp(`^${time}$`), message)),
      to: z.string().check(z.regex(new RegExp(`^(?:${time}|24:00)$`), message)),
    })
    .check(
      z.refine(({ from, to }) => parseMinutes(to) > parseMinutes(from), {
        message: 'Must end after it begins',
        path: ['to'],
      }),
    );
  return z
    .array(span)
    .check(
      z.maxLength(maxSpans),
      z.overwrite((spans) => joinSpans(spans)),
    )
    .register(fieldKinds, { kind: 'hours' });
}
