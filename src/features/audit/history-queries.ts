import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../lib/http';
import { fetchPage } from '../../lib/list-page';
import type { AuditEntry } from './audit-entry';

/** Start of every key, and so of every address, about one kind of items. */
const keyOf = (path: string) => ['/api', path] as const;

/** What happened to an item, newest first, a page at a time; read only while `enabled`. */
export function useHistory(path: string, id: string, enabled: boolean) {
  const queryKey = [...keyOf(path), id, 'history'];
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage<AuditEntry>(pageParam, signal),
    initialPageParam: queryKey.join('/'),
    getNextPageParam: (last) => last.next,
    enabled,
    // Others write it too, so it is asked anew each time, and not kept for longer than it shows.
    staleTime: 0,
    gcTime: 0,
  });
}

/** Brings a version back, and refreshes the list that it stands in, and its history with it. */
export function useRestore(path: string, id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (version: { entryId: string; side: 'before' | 'after' }) =>
      request(`${keyOf(path).join('/')}/${id}/restore`, { method: 'POST', body: version }),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: keyOf(path) });
    },
  });
}
