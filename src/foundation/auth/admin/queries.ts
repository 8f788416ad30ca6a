import { useMutation, useQuery } from '@tanstack/react-query';
import { HttpError, request } from '../../../lib/http-client';

interface SessionStatus {
  isAuthenticated: boolean;
}

/**
 * Asks whether there is a session. Unlike all other reads this one is asked anew by whoever mounts:
 * an answer of before says nothing about now.
 */
export function useAdminCheck() {
  return useQuery<SessionStatus>({
    queryKey: ['/api', 'auth', 'admin', 'check'],
    refetchOnMount: 'always',
  });
}

/** What a sign-in sends; the code only where the second factor is on. */
interface SignInBody {
  password: string;
  code?: string;
}

/** Starts a session. */
export function useSignIn() {
  return useMutation({
    mutationFn: (body: SignInBody) =>
      request<SessionStatus>('/api/auth/admin/login', { method: 'POST', body }),
  });
}

/** Whether a sign-in was refused for the code of the second factor alone: the password is right. */
export const isCodeRequired = (error: unknown): boolean =>
  error instanceof HttpError && error.body.code === 'second_factor';

/** Ends the session. */
export function useSignOut() {
  return useMutation({
    mutationFn: () => request('/api/auth/admin/logout', { method: 'POST' }),
  });
}

/**
 * Whether a call failed because the session has ended. The admin area as a whole answers that, by
 * asking for the password; a part of it that shows its own failures leaves this one alone.
 */
export const isSessionExpired = (error: unknown): boolean =>
  error instanceof HttpError && error.status === 401;
