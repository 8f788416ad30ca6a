import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  type QueryClient,
  useQueryClient,
} from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useLocation } from 'wouter';
import { getServerMessage } from '../../../lib/network/http-client';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/dialog/Dialog';
import { useToast } from '../../../ui/toast/toast';
import { LoginForm } from './LoginForm';
import { buildLoginPath, getCurrentPath } from './login-path';
import { isSessionExpired } from './queries';

interface SessionRecovery {
  /** Registers an open form whose content must not be lost. Returns the unregister function. */
  registerForm: () => () => void;
  /** Runs a request. If the session had expired, runs it again after the owner has signed in. */
  retryAfterSignIn: <T>(send: () => Promise<T>) => Promise<T>;
}

const SessionContext = createContext<SessionRecovery | null>(null);

/**
 * Registers a form of the admin area for session recovery. While the form is mounted, an expired
 * session opens a sign-in dialog over it.
 * @param isDirty for a form that is always mounted: whether it has been edited
 * @returns a function that runs a request and repeats it after the sign-in. If the owner does not
 *   sign in, it rejects with the original error (see `isSessionExpired`).
 */
export function useSessionRecovery(isDirty = true): SessionRecovery['retryAfterSignIn'] {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSessionRecovery is used outside of SessionProvider');
  const { registerForm, retryAfterSignIn } = session;
  useEffect(() => (isDirty ? registerForm() : undefined), [registerForm, isDirty]);
  return retryAfterSignIn;
}

/** Calls back when a query or a mutation fails. @returns the unsubscribe function */
function subscribeToFailures(
  client: QueryClient,
  onFailure: (error: unknown, isQuery: boolean) => void,
) {
  const listen = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    onFailure(event.action.error, 'query' in event);
  };
  const unsubscribeQueries = client.getQueryCache().subscribe(listen);
  const unsubscribeMutations = client.getMutationCache().subscribe(listen);
  return () => {
    unsubscribeQueries();
    unsubscribeMutations();
  };
}

/**
 * Detects an expired session by subscribing to the query cache, so that no request can forget to
 * check. Redirects to the sign-in page, or asks for the password in a dialog while a form is open.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const toast = useToast();
  const openFormCount = useRef(0);
  const [isAsking, setIsAsking] = useState(false);
  /** Requests waiting for the sign-in; null while the dialog is closed. */
  const pendingRetries = useRef<((isSignedIn: boolean) => void)[] | null>(null);
  const hasDeclined = useRef(false);

  const askToSignIn = useCallback(() => {
    setIsAsking(true);
    pendingRetries.current ??= [];
    const { current } = pendingRetries;
    return new Promise<boolean>((resolve) => current.push(resolve));
  }, []);

  function finishSignIn(isSignedIn: boolean) {
    setIsAsking(false);
    for (const resolve of pendingRetries.current ?? []) resolve(isSignedIn);
    pendingRetries.current = null;
    hasDeclined.current = !isSignedIn;
    if (!isSignedIn) return;
    void client.refetchQueries({ predicate: ({ state }) => isSessionExpired(state.error) });
  }

  useEffect(() => {
    let hasEnded = false;
    return subscribeToFailures(client, (error, isQuery) => {
      // If the dialog is already open, the 401 means a wrong password.
      if (hasEnded || pendingRetries.current || !isSessionExpired(error)) return;
      if (openFormCount.current > 0) {
        // The lists that a save refreshes may answer after the owner has canceled the sign-in.
        if (!isQuery || !hasDeclined.current) void askToSignIn();
        return;
      }
      hasEnded = true;
      navigate(buildLoginPath(getCurrentPath()), { replace: true });
      // Cached data must not outlive the session.
      client.clear();
      toast({ title: 'Your session has ended', description: 'Log in again to continue.' });
    });
  }, [client, navigate, toast, askToSignIn]);

  const session = useMemo<SessionRecovery>(
    () => ({
      registerForm() {
        openFormCount.current += 1;
        return () => {
          openFormCount.current -= 1;
        };
      },
      async retryAfterSignIn(send) {
        try {
          return await send();
        } catch (error) {
          if (isSessionExpired(error) && (await askToSignIn())) return send();
          throw error;
        }
      },
    }),
    [askToSignIn],
  );

  return (
    <SessionContext value={session}>
      {children}
      {isAsking && (
        <SignInDialog onSignedIn={() => finishSignIn(true)} onCancel={() => finishSignIn(false)} />
      )}
    </SessionContext>
  );
}

interface SignInDialogProps {
  onSignedIn: () => void;
  onCancel: () => void;
}

/** Asks for the password over an open form, so that nothing typed is lost. */
function SignInDialog({ onSignedIn, onCancel }: SignInDialogProps) {
  return (
    <Dialog open onClose={onCancel} title="Your session has ended">
      <p>Log in again to continue. Nothing you typed is lost.</p>
      <LoginForm onSignedIn={onSignedIn}>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </LoginForm>
    </Dialog>
  );
}

/**
 * Returns a function that runs a save, and repeats it after a sign-in if the session had expired.
 * It resolves to whether the save succeeded; the mutation shows why not.
 * @param isDirty for a form that is always mounted: whether it has been edited
 */
export function useTrySave(isDirty?: boolean) {
  const retryAfterSignIn = useSessionRecovery(isDirty);
  return (save: () => Promise<unknown>): Promise<boolean> =>
    retryAfterSignIn(save).then(
      () => true,
      () => false,
    );
}

/**
 * Returns a function that shows why a request failed, by default in the server's words. Ignores an
 * expired session, which `SessionProvider` handles.
 */
export function useErrorToast() {
  const toast = useToast();
  return (
    error: unknown,
    description = getServerMessage(error, 'Something went wrong. Please try again.'),
  ): void => {
    if (!isSessionExpired(error)) toast({ title: 'Error', description, tone: 'bad' });
  };
}
