import { recordId, z } from '../../lib/schema';

/** Actions recorded in an item's history. */
const itemActions = ['created', 'changed', 'deleted', 'restored'] as const;

const itemState = z.nullable(z.record(z.string(), z.unknown()));

/** A change to an item, with the whole item before and after it. */
export const auditEntry = z.object({
  id: z.string(),
  /** The kind of the item, or of a record that belongs to it. */
  subject: z.string(),
  action: z.enum(itemActions),
  at: z.string(),
  /** The user's name. Null for automatic changes, or when the user no longer exists. */
  by: z.nullable(z.string()),
  before: itemState,
  after: itemState,
});

export type AuditEntry = z.output<typeof auditEntry>;

/** A deleted item. */
export const deletedItem = z.object({
  itemId: z.string(),
  at: z.string(),
  by: z.nullable(z.string()),
  before: z.record(z.string(), z.unknown()),
});

export type DeletedItem = z.output<typeof deletedItem>;

/** The default and maximum page size. */
const historyPageSize = { default: 20, max: 100 };

/** The `limit` parameter of the history routes. */
export const historyLimit = z._default(
  z.coerce.number().check(z.int(), z.minimum(1), z.maximum(historyPageSize.max)),
  historyPageSize.default,
);

/** The request body that restores a version from the history. */
export const restoreInput = z.object({
  /** An entry of the history. */
  entryId: recordId,
  /** Whether to restore the version before or after the change that the entry describes. */
  side: z._default(z.enum(['before', 'after']), 'after'),
});

export type RestoreInput = z.output<typeof restoreInput>;
