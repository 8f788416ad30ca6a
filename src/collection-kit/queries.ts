/** Returns the query key of a collection's list, from which its URL is built. */
export const collectionKey = (path: string) => ['/api', path] as const;
