import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../../lib/http-client';
import { fetchListPage } from '../../../lib/list-page';
import type { AuditEntry, DeletedItem } from '../contract';

/** Key, and so address, of how much content there is: what is brought back counts. */
const contentCountsKey = ['/api', 'content-counts'] as const;

/** Start of every key, and so of every address, about one kind of items. */
const getListKey = (path: string) => ['/api', path] as const;

/** Reads a record, newest first, a page at a time. */
function useAuditPages<T>(queryKey: readonly string[]) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchListPage<T>(pageParam, signal),
    initialPageParam: queryKey.join('/'),
    getNextPageParam: (last) => last.nextUrl,
    // Others write it too, so it is asked anew each time, and not kept for longer than it shows.
    staleTime: 0,
    gcTime: 0,
  });
}

/** What happened to an item. */
export const useHistory = (path: string, id: string) =>
  useAuditPages<AuditEntry>([...getListKey(path), id, 'history']);

/** The deleted items of a list that can be brought back. */
export const useDeletedItems = (path: string) =>
  useAuditPages<DeletedItem>([...getListKey(path), 'deleted']);

/** A write of the record. It refreshes the list that it is about, and the record with it. */
function useAuditMutation<T>(path: string, write: (url: string, input: T) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: T) => write(getListKey(path).join('/'), input),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: getListKey(path) });
      void client.invalidateQueries({ queryKey: contentCountsKey });
    },
  });
}

/** Brings a version of an item back. */
export const useRestoreVersion = (path: string, id: string) =>
  useAuditMutation(path, (url, version: { entryId: string; side: 'before' | 'after' }) =>
    request(`${url}/${id}/restore`, { method: 'POST', body: version }),
  );

/** Brings a deleted item back. */
export const useRestoreDeleted = (path: string) =>
  useAuditMutation(path, (url, id: string) =>
    request(`${url}/${id}/restore`, { method: 'POST', body: {} }),
  );

/** Deletes for good what is kept of a deleted item. */
export const useDeleteHistory = (path: string) =>
  useAuditMutation(path, (url, id: string) =>
    request(`${url}/${id}/history`, { method: 'DELETE' }),
  );
