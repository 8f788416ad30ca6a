import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CollectionPath, ItemAt } from '../features/collections';
import { request } from '../lib/http-client';
import { contentCountsKey } from './admin-queries';
import { collectionKey } from './queries';

/** Reads a collection's list, and whatever else is known of it, again. */
function invalidateCollection(client: QueryClient, path: CollectionPath): void {
  void client.invalidateQueries({ queryKey: collectionKey(path) });
  void client.invalidateQueries({ queryKey: contentCountsKey });
}

interface UpdateInput {
  id: string;
  values: Record<string, unknown>;
  /** The `updatedAt` that the change was made from: with another one stored, the server refuses (412). */
  version?: string;
}

interface Restore {
  id: string;
  /** The entry of the item's history to go back to; without one, its last deletion is undone. */
  entryId?: string;
}

/**
 * The writes of a collection. Each refreshes what is shown of it, a failed one too: it may say that
 * this is old.
 */
export function useCollectionMutations<P extends CollectionPath>(path: P) {
  type One = ItemAt<P>;
  const client = useQueryClient();
  const key = collectionKey(path);
  const url = key.join('/');
  const onSettled = () => invalidateCollection(client, path);
  return {
    create: useMutation({
      mutationFn: (values: Record<string, unknown>) =>
        request<One>(url, { method: 'POST', body: values }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: ({ id, values, version }: UpdateInput) =>
        request<One>(`${url}/${id}`, {
          method: 'PATCH',
          body: values,
          ...(version !== undefined && { headers: { 'If-Match': `"${version}"` } }),
        }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => request(`${url}/${id}`, { method: 'DELETE' }),
      // At once: the list is read again only after this.
      onSuccess: (_, id) =>
        client.setQueryData<One[]>(key, (list) => list?.filter((one) => one.id !== id)),
      onSettled,
    }),
    restore: useMutation({
      mutationFn: ({ id, entryId }: Restore) =>
        request<One>(`${url}/${id}/restore`, {
          method: 'POST',
          body: entryId === undefined ? {} : { entryId },
        }),
      onSettled,
    }),
    reorder: useMutation({
      mutationFn: (orderedIds: readonly string[]) =>
        request<One[]>(`${url}/reorder`, { method: 'POST', body: { orderedIds } }),
      // The answer is the list in its new order: it need not be read once more.
      onSuccess: (list) => client.setQueryData(key, list),
      onError: onSettled,
    }),
  };
}
