import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/http';
import { fetchPage } from '../../lib/list-page';
import type { AuditEntry, DeletedItem } from './audit-entry';

/** Key, and so address, of how much content there is: what is brought back counts. */
const contentCountsKey = ['/api', 'content-counts'] as const;

/** Start of every key, and so of every address, about one kind of items. */
const keyOf = (path: string) => ['/api', path] as const;

/** Reads a record, newest first, a page at a time. */
function useRecord<T>(queryKey: readonly string[]) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage<T>(pageParam, signal),
    initialPageParam: queryKey.join('/'),
    getNextPageParam: (last) => last.next,
    // Others write it too, so it is asked anew each time, and not kept for longer than it shows.
    staleTime: 0,
    gcTime: 0,
  });
}

/** What happened to an item. */
export const useHistory = (path: string, id: string) =>
  useRecord<AuditEntry>([...keyOf(path), id, 'history']);

/** The deleted items of a list that can be brought back. */
export const useDeletedItems = (path: string) =>
  useRecord<DeletedItem>([...keyOf(path), 'deleted']);

/** A write of the record. It refreshes the list that it is about, and the record with it. */
function useRecordMutation<T>(
  path: string,
  write: (address: string, input: T) => Promise<unknown>,
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: T) => write(keyOf(path).join('/'), input),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: keyOf(path) });
      void client.invalidateQueries({ queryKey: contentCountsKey });
    },
  });
}

/** Brings a version of an item back. */
export const useRestore = (path: string, id: string) =>
  useRecordMutation(path, (address, version: { entryId: string; side: 'before' | 'after' }) =>
    request(`${address}/${id}/restore`, { method: 'POST', body: version }),
  );

/** Brings a deleted item back. */
export const useUndelete = (path: string) =>
  useRecordMutation(path, (address, id: string) =>
    request(`${address}/${id}/restore`, { method: 'POST', body: {} }),
  );

/** Deletes for good what is kept of a deleted item. */
export const useForget = (path: string) =>
  useRecordMutation(path, (address, id: string) =>
    request(`${address}/${id}/history`, { method: 'DELETE' }),
  );
