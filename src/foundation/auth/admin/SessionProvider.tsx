import { useQueryClient } from '@tanstack/react-query';
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
import { useToast } from '../../../ui/toast';
import { buildLoginPath, getCurrentPath } from './login-path';
import { isSessionExpired } from './queries';
import { SignInDialog } from './SignInDialog';

interface SessionRecovery {
  /** Says that a form is open whose content must not be lost; what it returns takes that back. */
  registerForm: () => () => void;
  /** Makes a call, and makes it once more when the session had ended and the owner signed in again. */
  retryAfterSignIn: <T>(send: () => Promise<T>) => Promise<T>;
}

const SessionContext = createContext<SessionRecovery | null>(null);

/**
 * For a form of the admin area: while it is mounted, a session that ends asks for the password in
 * place, over the form.
 * @param isDirty for a form that is always there: whether something was typed into it
 * @returns makes a call that goes through by itself after that. When the owner does not sign in, it
 *   fails as the call did (see `isSessionEnd`)
 */
export function useSessionRecovery(isDirty = true): SessionRecovery['retryAfterSignIn'] {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useLastingSession is used outside of SessionWatch');
  const { registerForm, retryAfterSignIn } = session;
  useEffect(() => (isDirty ? registerForm() : undefined), [registerForm, isDirty]);
  return retryAfterSignIn;
}

/**
 * Notices that the session has ended, by any call that is refused for it: it listens to the cache
 * and not in each call, so that no call can forget it. The owner is taken to the sign-in; where a
 * form is open, the sign-in comes to the form.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const toast = useToast();
  const openFormCount = useRef(0);
  const [isAsking, setIsAsking] = useState(false);
  /** Those who wait for the owner to sign in; null while nobody is asked. */
  const pendingRetries = useRef<((isSignedIn: boolean) => void)[] | null>(null);

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
    if (!isSignedIn) return;
    void client.refetchQueries({ predicate: ({ state }) => isSessionExpired(state.error) });
  }

  useEffect(() => {
    let hasEnded = false;
    const handleFailure = (error: unknown) => {
      // Being asked already: this is a wrong password.
      if (hasEnded || pendingRetries.current || !isSessionExpired(error)) return;
      if (openFormCount.current > 0) {
        void askToSignIn();
        return;
      }
      hasEnded = true;
      navigate(buildLoginPath(getCurrentPath()), { replace: true });
      // What was read in the session does not outlive it.
      client.clear();
      toast({ title: 'Your session has ended', description: 'Log in again to continue.' });
    };
    const unsubscribeQueries = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error')
        handleFailure(event.action.error);
    });
    const unsubscribeMutations = client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error')
        handleFailure(event.action.error);
    });
    return () => {
      unsubscribeQueries();
      unsubscribeMutations();
    };
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
