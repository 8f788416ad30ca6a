/** The query key of a collection's list, and with it its URL. */
export const collectionKey = (path: string) => ['/api', path] as const;
