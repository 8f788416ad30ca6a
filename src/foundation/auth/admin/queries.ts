import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { HttpError, hasStatus, request } from '../../../lib/network/http-client';
import type { SessionStatus, SignInInput } from '../contract';

const checkKey = ['/api', 'auth', 'admin', 'check'];

/** Checks whether there is a session, on every mount: a cached result may be outdated. */
export function useAdminCheck() {
  return useQuery<SessionStatus>({
    queryKey: checkKey,
    refetchOnMount: 'always',
  });
}

/** Returns a function that turns the keyboard shortcuts on or off, as the owner saved it. */
export function useSetKeyboardShortcuts() {
  const client = useQueryClient();
  return (keyboardShortcuts: boolean) =>
    client.setQueryData<SessionStatus>(
      checkKey,
      (status) => status && { ...status, keyboardShortcuts },
    );
}

/**
 * Signs in. The result is what the session check says afterwards: without a session if the browser
 * blocks the cookie.
 */
export function useSignIn() {
  return useMutation({
    async mutationFn(body: SignInInput) {
      await request('/api/auth/admin/login', { method: 'POST', body });
      return request<SessionStatus>('/api/auth/admin/check');
    },
  });
}

/** Returns whether a sign-in failed only because of the second factor. The password was right. */
export const isCodeRequired = (error: unknown): boolean =>
  error instanceof HttpError && error.body.code === 'second_factor';

export function useSignOut() {
  return useMutation({
    mutationFn: () => request('/api/auth/admin/logout', { method: 'POST' }),
  });
}

/** Creates the error for a public response to a request that needs a session. */
export const createSessionError = (): HttpError =>
  new HttpError(401, JSON.stringify({ code: 'unauthenticated' }));

/** Returns whether the session has expired, which `SessionProvider` handles for all components. */
export const isSessionExpired = (error: unknown): boolean => hasStatus(error, 401);
