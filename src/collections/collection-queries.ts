import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../lib/http';
// Types only: reading a list in the browser needs no zod.
import type { CollectionPath, ItemAt } from './index';

/** The key, and so the address, of a collection's list. */
export const collectionKey = (path: CollectionPath) => ['/api', path] as const;

/** Reads a collection in display order. */
export function useCollection<P extends CollectionPath>(path: P) {
  return useQuery<ItemAt<P>[]>({ queryKey: collectionKey(path) });
}

/** The writes of a collection; each refreshes its list. */
export function useCollectionMutations(path: CollectionPath) {
  const client = useQueryClient();
  const address = collectionKey(path).join('/');
  const onSuccess = () => client.invalidateQueries({ queryKey: collectionKey(path) });
  return {
    create: useMutation({
      mutationFn: (body: object) => request(address, { method: 'POST', body }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: ({ id, body }: { id: string; body: object }) =>
        request(`${address}/${id}`, { method: 'PATCH', body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => request(`${address}/${id}`, { method: 'DELETE' }),
      onSuccess,
    }),
    reorder: useMutation({
      mutationFn: (orderedIds: string[]) =>
        request(`${address}/reorder`, { method: 'POST', body: { orderedIds } }),
      onSuccess,
    }),
  };
}
