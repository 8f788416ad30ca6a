import { isDeepStrictEqual } from 'node:util';
import { createFieldError } from '../../lib/errors';
import { z } from '../../lib/schema';
import type { BaseItem, Publication } from './define-collection';
import type { Values } from './documents.server';

/** A requested change of an item: its fields, and when visitors see them. */
type Change = Values & Partial<Publication>;

/** The publication fields without the end, which `planPublication` adds. */
type Plan = Omit<Publication, 'unpublishAt'>;

/** The stored publication fields of an item. */
type Stored = Partial<Publication> & Pick<BaseItem, 'takenDownAt'>;

const published: Publication = {
  state: 'published',
  publishAt: null,
  unpublishAt: null,
  pending: null,
};

/** A time of publication alone schedules a new item or a draft; without one, it is a draft again. */
function chooseState(before: Publication | undefined, { state, publishAt }: Change) {
  if (state !== undefined) return state;
  if (before?.state === 'published') return 'published';
  if (publishAt) return 'scheduled';
  if (publishAt === null && before) return 'draft';
  return before?.state ?? 'published';
}

/** The fields are published at once, the pending changes later. */
function planPublished(before: Publication, change: Change): Values & Plan {
  const { state, publishAt, unpublishAt, pending, ...fields } = change;
  const isPublishedNow = state === 'published' && pending === undefined && publishAt === undefined;
  const later = isPublishedNow ? null : pending === undefined ? before.pending : pending;
  const isPending = later !== null && Object.keys(later).length > 0;
  if (!isPending && publishAt) {
    throw createFieldError('publishAt', 'There are no changes to publish at that time.');
  }
  return {
    ...(isPublishedNow && before.pending),
    ...fields,
    state: 'published',
    publishAt: isPending ? (publishAt === undefined ? before.publishAt : publishAt) : null,
    pending: isPending ? later : null,
  };
}

/** A draft has no published version, so pending changes become part of the item. */
function planHidden(
  before: Publication,
  change: Change,
  state: 'draft' | 'scheduled',
): Values & Plan {
  const { publishAt = before.publishAt, unpublishAt, pending, ...fields } = change;
  if (state === 'scheduled' && publishAt === null) {
    throw createFieldError('publishAt', 'Choose when it is published.');
  }
  return {
    ...before.pending,
    ...pending,
    ...fields,
    state,
    publishAt: state === 'scheduled' ? publishAt : null,
    pending: null,
  };
}

/** Returns the time at which an item was taken down; null for any other. */
function planTakenDown(stored: Stored | undefined, state: Publication['state']): string | null {
  if (!stored || state !== 'draft') return null;
  const wasShown = (stored.state ?? 'published') === 'published';
  return wasShown ? new Date().toISOString() : (stored.takenDownAt ?? null);
}

/**
 * Returns the values to store for a change of an item.
 * @param stored the item before; undefined for a new one, which is published unless the change says
 * otherwise
 * @throws AppError invalid when the times contradict the state or each other
 */
export function planPublication(
  stored: Stored | undefined,
  change: Change,
): Values & Publication & { takenDownAt: string | null } {
  const { state: storedState = 'published', pending = null } = stored ?? {};
  const before = stored && { ...published, ...stored, state: storedState, pending };
  const state = chooseState(before, change);
  // A draft that is published has no pending changes.
  const from = before ?? published;
  const values =
    state === 'published' ? planPublished(from, change) : planHidden(from, change, state);
  const unpublishAt =
    state === 'draft' ? null : (change.unpublishAt === undefined ? from : change).unpublishAt;
  if (unpublishAt && values.publishAt && unpublishAt <= values.publishAt) {
    throw createFieldError('unpublishAt', 'Choose a time after it is published.');
  }
  return {
    ...values,
    unpublishAt: unpublishAt ?? null,
    takenDownAt: planTakenDown(stored, state),
  };
}

const isDueAt = (at: string | null | undefined, now: string): boolean =>
  at !== null && at !== undefined && at <= now;

/**
 * Returns the values to store for an item with a due change; undefined if none is due.
 * @param now ISO 8601 in UTC
 */
export function planDueChange(item: Stored, now: string): Values | undefined {
  const { state, publishAt, unpublishAt, pending } = item;
  const publishes = isDueAt(publishAt, now);
  if ((state === 'published' || publishes) && isDueAt(unpublishAt, now)) {
    return planPublication(
      { ...item, ...(publishes && { state: 'published' }) },
      { state: 'draft' },
    );
  }
  if (!publishes) return undefined;
  return { ...pending, state: 'published', publishAt: null, pending: null };
}

const storedValues = z.record(z.string(), z.unknown());

/** Stored changes of a block, a document that visitors always see. */
export const blockPlan = z.object({
  /** Values that visitors do not see yet, by field. */
  pending: z.nullable(storedValues),
  /** When the pending values are published. */
  publishAt: z.nullable(z.string()),
  /** When the block is again as it was before the change. */
  unpublishAt: z.nullable(z.string()),
  /** The block before the change, once that is published; null for the default. */
  previous: z.optional(z.nullable(storedValues)),
});

/** The pending values of a block, and when it changes. */
export type BlockPlan = z.output<typeof blockPlan>;

export const noPlan: BlockPlan = { pending: null, publishAt: null, unpublishAt: null };

/** A block as it is stored. */
export interface Block {
  /** The published values; null for the default. */
  value: Values | null;
  plan: BlockPlan;
}

/** A block with the values that visitors see: the published ones, or the default. */
export type ShownBlock = Block & { shown: Values };

const omitUnchanged = (pending: Values, shown: Values): Values =>
  Object.fromEntries(
    Object.entries(pending).filter(([name, value]) => !isDeepStrictEqual(value, shown[name])),
  );

/** Returns the values that a block gets back at `unpublishAt`; undefined if no published change ends. */
function planPrevious(
  { value, plan }: Block,
  { unpublishAt, publishAt }: Pick<Publication, 'publishAt' | 'unpublishAt'>,
  lastShown: BlockPlan['previous'],
  isChanged: boolean,
): BlockPlan['previous'] {
  if (unpublishAt === null) return undefined;
  if (plan.previous !== undefined) return plan.previous;
  // The time belongs to the pending values.
  if (publishAt !== null) return undefined;
  return isChanged ? value : lastShown;
}

interface BlockRules {
  /** Validates the whole block. @throws AppError invalid */
  parse: (values: Values) => Values;
  /**
   * The version before the last change, which `unpublishAt` alone reverts to; undefined if there was
   * none.
   */
  lastShown: BlockPlan['previous'];
}

/**
 * Applies a change to a block. Its pending values follow the rules of an item's. The end of a change
 * does not hide the block, but takes the change back.
 * @throws AppError invalid
 */
export function planBlockChange(
  before: ShownBlock,
  patch: Change,
  { parse, lastShown }: BlockRules,
): Block {
  const { shown } = before;
  const { pending: asked } = patch;
  const planned = planPublication(
    { ...before.plan, state: 'published' },
    { ...patch, ...(asked && { pending: omitUnchanged(asked, { ...shown, ...patch }) }) },
  );
  const { state: _, takenDownAt, pending, publishAt, unpublishAt, ...fields } = planned;
  const next = parse({ ...shown, ...fields });
  if (pending) parse({ ...next, ...pending });
  const isChanged = !isDeepStrictEqual(next, shown);
  const previous = planPrevious(before, planned, lastShown, isChanged);
  const hasEnd = unpublishAt !== null && (publishAt !== null || previous !== undefined);
  if (!hasEnd && patch.unpublishAt) {
    throw createFieldError('unpublishAt', 'There are no changes to take back at that time.');
  }
  return {
    value: isChanged ? next : before.value,
    plan: {
      ...{ pending, publishAt, unpublishAt: hasEnd ? unpublishAt : null },
      ...(previous !== undefined && { previous }),
    },
  };
}

/**
 * Returns a block after the changes that are due; undefined if none is.
 * @param now ISO 8601 in UTC
 */
export function planDueBlock({ value, shown, plan }: ShownBlock, now: string): Block | undefined {
  const { pending, publishAt, unpublishAt, previous = value } = plan;
  if (isDueAt(unpublishAt, now)) {
    const isOver = publishAt !== null;
    return { value: previous, plan: { ...noPlan, pending: isOver ? null : pending } };
  }
  if (!isDueAt(publishAt, now)) return undefined;
  return {
    value: pending ? { ...shown, ...pending } : value,
    plan: unpublishAt === null ? noPlan : { ...noPlan, unpublishAt, previous },
  };
}
