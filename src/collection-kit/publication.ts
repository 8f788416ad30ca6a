import type { BaseItem, Publication } from './define-collection';

/** Returns the item as visitors would see it with its pending changes. */
export const applyPending = <T extends Partial<Publication>>(item: T): T => ({
  ...item,
  ...item.pending,
});

/** Returns a published item as visitors receive it: without plans for it. */
export const toPublished = <T extends BaseItem>(item: T): T => ({
  ...item,
  state: 'published',
  publishAt: null,
  unpublishAt: null,
  pending: undefined,
  takenDownAt: undefined,
});
