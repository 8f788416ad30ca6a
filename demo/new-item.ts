import type { CollectionAt, CollectionPath, ItemAt } from '../src/features/collections';

/** The fields that the server sets on a new item. */
type Managed = 'id' | 'createdAt' | 'updatedAt' | 'displayOrder';

/** The fields that a new item may leave out, because its contract has defaults for them. */
type Optional<P extends CollectionPath> = keyof CollectionAt<P>['defaults'];

/** An item as an admin would write it: what has a default may be left out. */
export type NewItem<P extends CollectionPath> = Omit<ItemAt<P>, Managed | Optional<P>> &
  Partial<Pick<ItemAt<P>, Optional<P> & keyof ItemAt<P>>>;
