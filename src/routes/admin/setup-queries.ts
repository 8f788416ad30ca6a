import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SetupState } from '../../content/setup';
import { request } from '../../lib/http-client';

/** Query key of the checklist before the site opens. */
export const setupKey = ['/api', 'setup'] as const;

/** Queries the owner's progress. Other pages complete its steps, so each mount refetches. */
export const useSetup = () => useQuery<SetupState>({ queryKey: setupKey, staleTime: 0 });

/** Checks the site before it opens. */
export function useSetupCheck() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<SetupState>('/api/setup/check', { method: 'POST' }),
    onSuccess: (state) => client.setQueryData(setupKey, state),
  });
}

/** Hides the checklist for good. */
export function useHideSetup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('/api/setup/hide', { method: 'POST' }),
    onSettled: () => client.invalidateQueries({ queryKey: setupKey }),
  });
}
