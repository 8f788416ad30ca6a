/** Returns the query key of a collection's list, from which its URL is built. */
export const collectionKey = (path: string) => ['/api', path] as const;

/** Returns the query key of the owner's list, drafts included. */
export const ownerListKey = (path: string) => [...collectionKey(path), 'all'] as const;
