import type { BaseItem, Publication } from './define-collection';

/** Returns the item as visitors would see it with its pending changes. */
export const applyPending = <T extends Partial<Publication>>(item: T): T => ({
  ...item,
  ...item.pending,
});

/** Returns whether an item is a draft that visitors have seen before. */
export const isTakenDown = <T extends Pick<BaseItem, 'state' | 'takenDownAt'>>(
  item: T,
): item is T & { takenDownAt: string } => item.state === 'draft' && Boolean(item.takenDownAt);

/** Returns a published item as visitors receive it: without plans for it. */
export const toPublished = <T extends BaseItem>(item: T): T => ({
  ...item,
  state: 'published',
  publishAt: null,
  unpublishAt: null,
  pending: undefined,
  takenDownAt: undefined,
});
