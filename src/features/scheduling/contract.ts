import { requiredText, z } from '../../lib/schema';
import { attribution } from '../analytics/contract';
import { maxCallFieldLengths } from './call';
import { timeZoneName } from './call-hours';

/** An instant on the grid: ISO 8601 in UTC, on a full minute. */
export const callStart = z
  .string({ error: (issue) => (issue.input === undefined ? 'Please choose a time' : undefined) })
  .check(z.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:00(\.000)?Z$/, 'Must be a full minute in UTC'))
  .check(z.refine((text) => !Number.isNaN(Date.parse(text)), 'Must be a full minute in UTC'));

/** Body of a booking request. */
export const callInput = z.object({
  name: requiredText(maxCallFieldLengths.name),
  email: z
    .string({ error: (issue) => (issue.input === undefined ? 'Required' : undefined) })
    .check(
      z.trim(),
      z.email('Please enter a valid email address'),
      z.maxLength(maxCallFieldLengths.email),
    ),
  company: requiredText(maxCallFieldLengths.company),
  start: callStart,
  timeZone: timeZoneName,
  leadId: z.optional(z.string().check(z.regex(/^[\w-]{1,64}$/, 'Invalid id'))),
  // Invalid attribution is dropped rather than blocking a booking.
  attribution: z.catch(z._default(z.nullable(attribution), null), null),
});

/** Token that gives a visitor access to a booking. */
export const callToken = z.string().check(z.regex(/^[\w-]{20,100}$/, 'Invalid'));
