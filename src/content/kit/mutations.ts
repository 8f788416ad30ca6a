import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/network/http-client';
import type { BaseItem, ItemChange, Reorder } from './define-collection';
import { collectionKey, ownerListKey } from './queries';
import { patchVersion } from './versions';

interface UpdateInput {
  id: string;
  values: Record<string, unknown>;
  /** The `updatedAt` that the change is based on. */
  version: string;
}

/**
 * Returns the mutations of a collection. Each one refreshes its lists afterwards, even if it failed:
 * the failure may mean that the list is out of date.
 * @param alsoInvalidate keys of other queries that depend on the list
 */
export function useCollectionMutations<T extends BaseItem>(
  path: string,
  alsoInvalidate: readonly QueryKey[],
) {
  const client = useQueryClient();
  const key = ownerListKey(path);
  const url = collectionKey(path).join('/');
  const invalidateRelated = () => {
    for (const queryKey of alsoInvalidate) void client.invalidateQueries({ queryKey });
  };
  const onSettled = () => {
    void client.invalidateQueries({ queryKey: collectionKey(path) });
    invalidateRelated();
  };
  /** Shows a change immediately, before the list is refetched: the next one starts from its version. */
  const showUpdated = (updated: readonly T[]) => {
    const updatedById = new Map(updated.map((item) => [item.id, item]));
    client.setQueryData<T[]>(key, (list) => list?.map((item) => updatedById.get(item.id) ?? item));
  };
  return {
    /**
     * Refreshes the queries that depend on the list, when a restore from the history has already
     * refreshed the list itself.
     */
    invalidateRelated,
    create: useMutation({
      mutationFn: (values: Record<string, unknown>) =>
        request<T>(url, { method: 'POST', body: values }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: ({ id, values, version }: UpdateInput) =>
        patchVersion<T>(`${url}/${id}`, version, values),
      onSuccess: (item) => showUpdated([item]),
      onSettled,
    }),
    updateSeveral: useMutation({
      mutationFn: (changes: readonly ItemChange[]) =>
        request<T[]>(`${url}/update`, { method: 'POST', body: { changes } }),
      onSuccess: showUpdated,
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (ids: readonly string[]) =>
        ids.length === 1
          ? request(`${url}/${ids[0]}`, { method: 'DELETE' })
          : request(`${url}/delete`, { method: 'POST', body: { ids } }),
      // Remove the rows immediately, before the list is refetched.
      onSuccess: (_, ids) =>
        client.setQueryData<T[]>(key, (list) => list?.filter((item) => !ids.includes(item.id))),
      onSettled,
    }),
    restore: useMutation({
      // Undoes a deletion.
      mutationFn: (ids: readonly string[]) =>
        ids.length === 1
          ? request(`${url}/${ids[0]}/restore`, { method: 'POST', body: {} })
          : request(`${url}/restore`, { method: 'POST', body: { ids } }),
      onSettled,
    }),
    reorder: useMutation({
      mutationFn: (order: Reorder) =>
        request<T[]>(`${url}/reorder`, { method: 'POST', body: order }),
      // A list that was requested before would arrive later with the old order.
      onMutate: () => client.cancelQueries({ queryKey: key }),
      // The response is the reordered list, so no refetch is needed.
      onSuccess: (list) => client.setQueryData(key, list),
      onError: onSettled,
    }),
  };
}

export type CollectionMutations<T extends BaseItem> = ReturnType<typeof useCollectionMutations<T>>;
