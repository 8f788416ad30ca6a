import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { fetchListPage } from '../../../lib/list-page';
import { request } from '../../../lib/network/http-client';
import type { AuditEntry, DeletedItem } from '../contract';

/** Returns the prefix of all query keys of a collection. */
const getListKey = (path: string) => ['/api', path] as const;

/** Fetches audit entries, newest first, page by page. */
function useAuditPages<T>(queryKey: readonly string[]) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchListPage<T>(pageParam, signal),
    initialPageParam: queryKey.join('/'),
    getNextPageParam: (last) => last.nextUrl,
    // Other sessions write entries too, so always refetch and never cache.
    staleTime: 0,
    gcTime: 0,
  });
}

/** History of an item. */
export const useHistory = (path: string, id: string) =>
  useAuditPages<AuditEntry>([...getListKey(path), id, 'history']);

/** Deleted items of a collection that can be restored. */
export const useDeletedItems = (path: string) =>
  useAuditPages<DeletedItem>([...getListKey(path), 'deleted']);

/** Creates a mutation that refreshes the collection and its history. */
function useAuditMutation<I, R>(path: string, write: (url: string, input: I) => Promise<R>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: I) => write(getListKey(path).join('/'), input),
    onSettled: () => void client.invalidateQueries({ queryKey: getListKey(path) }),
  });
}

/** Restores a version of an item. */
export const useRestoreVersion = <T>(path: string, id: string) =>
  useAuditMutation(path, (url, version: { entryId: string; side: 'before' | 'after' }) =>
    request<T>(`${url}/${id}/restore`, { method: 'POST', body: version }),
  );

/** Restores a deleted item. */
export const useRestoreDeleted = (path: string) =>
  useAuditMutation(path, (url, id: string) =>
    request(`${url}/${id}/restore`, { method: 'POST', body: {} }),
  );

/** Erases the history of a deleted item. */
export const useDeleteHistory = (path: string) =>
  useAuditMutation(path, (url, id: string) =>
    request(`${url}/${id}/history`, { method: 'DELETE' }),
  );
