import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type SetupState, setupSteps } from '../../content/setup';
import { request } from '../../lib/network/http-client';

/** Query key of the checklist before the site opens. */
export const setupKey = ['/api', 'setup'] as const;

/** Queries the owner's progress. Other pages complete its steps, so each mount refetches. */
export const useSetup = () => useQuery<SetupState>({ queryKey: setupKey, staleTime: 0 });

/** Returns whether the checklist is shown, which it is until it is done or hidden. */
export const isSetupOpen = ({ isHidden, done }: SetupState): boolean =>
  !isHidden && done.length < setupSteps.length;

/** Posts to a route that responds with the owner's progress. */
function useSetupAction(action: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<SetupState>(`/api/setup/${action}`, { method: 'POST' }),
    onSuccess: (state) => client.setQueryData(setupKey, state),
  });
}

/** Checks the site before it opens. */
export const useSetupCheck = () => useSetupAction('check');

/** Confirms what the standard texts claim. */
export const useConfirmWords = () => useSetupAction('words');

/** Hides the checklist for good. */
export function useHideSetup() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request('/api/setup/hide', { method: 'POST' }),
    onSettled: () => client.invalidateQueries({ queryKey: setupKey }),
  });
}
