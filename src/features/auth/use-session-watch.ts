import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { useToast } from '../../ui/toast';
import { loginAddress } from './admin-address';
import { isSessionEnd } from './admin-session';

/** The page's path and query, as it is shown now. */
export const presentAddress = (): string => location.pathname + location.search;

/**
 * While mounted, takes the owner to the sign-in as soon as any call is refused because the session
 * has ended. It listens to the cache and not in each call, so that no call can forget it.
 */
export function useSessionWatch(): void {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const toast = useToast();

  useEffect(() => {
    let ended = false;
    const onFailure = (error: unknown) => {
      if (ended || !isSessionEnd(error)) return;
      ended = true;
      navigate(loginAddress(presentAddress()), { replace: true });
      // What was read in the session does not outlive it.
      client.clear();
      toast({ title: 'Your session has ended', description: 'Log in again to go on.' });
    };
    const stopQueries = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') onFailure(event.action.error);
    });
    const stopMutations = client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') onFailure(event.action.error);
    });
    return () => {
      stopQueries();
      stopMutations();
    };
  }, [client, navigate, toast]);
}
