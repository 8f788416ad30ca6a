import { useMutation, useQuery } from '@tanstack/react-query';
import { HttpError, request } from '../../../lib/http-client';

interface SessionStatus {
  isAuthenticated: boolean;
}

/**
 * Checks whether there is a session. Refetches on every mount, because a cached result may be
 * outdated.
 */
export function useAdminCheck() {
  return useQuery<SessionStatus>({
    queryKey: ['/api', 'auth', 'admin', 'check'],
    refetchOnMount: 'always',
  });
}

/** `code` only when the second factor is on. */
interface SignInBody {
  password: string;
  code?: string;
}

export function useSignIn() {
  return useMutation({
    mutationFn: (body: SignInBody) =>
      request<SessionStatus>('/api/auth/admin/login', { method: 'POST', body }),
  });
}

/**
 * Returns whether a sign-in was rejected only because of the second factor. The password was right.
 */
export const isCodeRequired = (error: unknown): boolean =>
  error instanceof HttpError && error.body.code === 'second_factor';

export function useSignOut() {
  return useMutation({
    mutationFn: () => request('/api/auth/admin/logout', { method: 'POST' }),
  });
}

/**
 * Returns whether a request failed because the session has expired. `SessionProvider` handles that
 * error, so components that show their own failures ignore it.
 */
export const isSessionExpired = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 401;
