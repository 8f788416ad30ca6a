import { createFieldError } from '../../lib/errors';
import type { BaseItem, Publication } from './define-collection';

type Values = Record<string, unknown>;

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

/**
 * Returns the values to store for an item with a due change; undefined if none is due.
 * @param now ISO 8601 in UTC
 */
export function planDueChange(item: Stored, now: string): Values | undefined {
  const isDue = (at: string | null | undefined) => at !== null && at !== undefined && at <= now;
  const { state, publishAt, unpublishAt, pending } = item;
  const publishes = isDue(publishAt);
  if ((state === 'published' || publishes) && isDue(unpublishAt)) {
    return planPublication(
      { ...item, ...(publishes && { state: 'published' }) },
      { state: 'draft' },
    );
  }
  if (!publishes) return undefined;
  return { ...pending, state: 'published', publishAt: null, pending: null };
}
