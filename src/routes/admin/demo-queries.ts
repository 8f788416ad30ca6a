import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { collections } from '../../content/collections/collections';
import { contentCountsKey } from '../../content/counts/queries';
import type { DemoState } from '../../content/demo-items';
import { collectionKey } from '../../content/kit/queries';
import { request } from '../../lib/http-client';
import { setupKey } from './setup-queries';

/** Query key of the demo content. An edited item is no longer part of it. */
export const demoKey = ['/api', 'demo'] as const;

export const useDemoState = () => useQuery<DemoState>({ queryKey: demoKey, staleTime: 0 });

/** Removes all demo content, or restores it. Then refetches what it was part of. */
export function useDemoMutation(action: 'remove' | 'restore') {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<DemoState>(`${demoKey.join('/')}/${action}`, { method: 'POST' }),
    onSuccess: (state) => client.setQueryData(demoKey, state),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: contentCountsKey });
      void client.invalidateQueries({ queryKey: setupKey });
      for (const { path } of collections) {
        void client.invalidateQueries({ queryKey: collectionKey(path) });
      }
    },
  });
}
