import { z } from '../../lib/schema';

/** What can happen to one item. */
const itemActions = ['created', 'changed', 'deleted', 'restored'] as const;

const itemState = z.nullable(z.record(z.string(), z.unknown()));

/** One thing that happened to an item: the whole of it before and after, where it was there. */
export const auditEntry = z.object({
  id: z.string(),
  /** What it is about: the item's kind, or something that happens to such items. */
  subject: z.string(),
  action: z.enum(itemActions),
  at: z.string(),
  /** The user's name; null when the site did it by itself, or the user is gone. */
  by: z.nullable(z.string()),
  before: itemState,
  after: itemState,
});

export type AuditEntry = z.output<typeof auditEntry>;

/** What is kept of a deleted item. */
export const deletedItem = z.object({
  itemId: z.string(),
  at: z.string(),
  by: z.nullable(z.string()),
  before: z.record(z.string(), z.unknown()),
});

export type DeletedItem = z.output<typeof deletedItem>;

/** Entries that come at a time, unless asked otherwise, and at most. */
const historyPageSize = { default: 20, max: 100 };

/** How an item's history is asked for. */
export const historyLimit = z._default(
  z.coerce.number().check(z.int(), z.minimum(1), z.maximum(historyPageSize.max)),
  historyPageSize.default,
);
