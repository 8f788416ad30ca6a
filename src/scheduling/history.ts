import { z } from '../lib/schema';
import { callSources, callStatuses } from './call';

/** Audit subject of a lead's calls. */
export const callAuditSubject = 'lead-calls';

/** State of a call after a change, as stored in the audit log. */
export const callHistoryEntry = z.object({
  /**
   * The kind of change. `came`: the no-show mark was removed; `restored`: the cancellation;
   * `reopened`: the result; `link_changed`: the call has another meeting link.
   */
  what: z.enum(['came', 'restored', 'took_place', 'reopened', 'link_changed', ...callStatuses]),
  source: z.enum(callSources),
  /** ISO 8601; null when only the provider knows it. */
  start: z.nullable(z.string()),
  /** Not in entries of an earlier release. */
  callId: z.optional(z.string()),
  /** The owner's note about the call. */
  note: z.optional(z.string()),
});

export type CallHistoryEntry = z.output<typeof callHistoryEntry>;
