import { maxReportChars } from '../../lib/browser/report-client-error';
import { z } from '../../lib/schema';

const text = (max: number) => z.string().check(z.minLength(1), z.maxLength(max));

/** An error as a browser reports it. */
export const clientErrorReport = z.strictObject({
  message: text(maxReportChars.message),
  component: text(maxReportChars.component),
  release: text(maxReportChars.release).check(z.regex(/^[\w.-]+$/, 'Invalid')),
  /** Sent by pages of earlier releases. The server reads it from the request's header. */
  engine: z.optional(text(40).check(z.regex(/^[\w. ]+$/, 'Invalid'))),
});

/** A stored error: how often it was reported, and when first and last. */
export const clientError = z.object({
  id: z.string(),
  message: z.string(),
  component: z.string(),
  release: z.string(),
  engine: z.string(),
  count: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
});

export type ClientError = z.output<typeof clientError>;
