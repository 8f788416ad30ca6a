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
import { useToast } from '../../ui/toast';
import { loginAddress, presentAddress } from './admin-address';
import { isSessionEnd } from './admin-session';
import { SignInDialog } from './SignInDialog';

interface Session {
  /** Says that a form is open whose content must not be lost; what it returns takes that back. */
  hold: () => () => void;
  /** Makes a call, and makes it once more when the session had ended and the owner signed in again. */
  resume: <T>(call: () => Promise<T>) => Promise<T>;
}

const SessionContext = createContext<Session | null>(null);

/**
 * For a form of the admin area: while it is mounted, a session that ends asks for the password in
 * place, over the form.
 * @param isHeld for a form that is always there: whether something was typed into it
 * @returns makes a call that goes through by itself after that. When the owner does not sign in, it
 *   fails as the call did (see `isSessionEnd`)
 */
export function useLastingSession(isHeld = true): Session['resume'] {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useLastingSession is used outside of SessionWatch');
  const { hold, resume } = session;
  useEffect(() => (isHeld ? hold() : undefined), [hold, isHeld]);
  return resume;
}

/**
 * Notices that the session has ended, by any call that is refused for it: it listens to the cache
 * and not in each call, so that no call can forget it. The owner is taken to the sign-in; where a
 * form is open, the sign-in comes to the form.
 */
export function SessionWatch({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const toast = useToast();
  const forms = useRef(0);
  const [isAsking, setIsAsking] = useState(false);
  /** Those who wait for the owner to sign in; null while nobody is asked. */
  const waiting = useRef<((signedIn: boolean) => void)[] | null>(null);

  const ask = useCallback(() => {
    setIsAsking(true);
    waiting.current ??= [];
    const { current } = waiting;
    return new Promise<boolean>((resolve) => current.push(resolve));
  }, []);

  function answer(signedIn: boolean) {
    setIsAsking(false);
    for (const resolve of waiting.current ?? []) resolve(signedIn);
    waiting.current = null;
    if (!signedIn) return;
    void client.refetchQueries({ predicate: ({ state }) => isSessionEnd(state.error) });
  }

  useEffect(() => {
    let ended = false;
    const onFailure = (error: unknown) => {
      // Being asked already: this is a wrong password.
      if (ended || waiting.current || !isSessionEnd(error)) return;
      if (forms.current > 0) {
        void ask();
        return;
      }
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
  }, [client, navigate, toast, ask]);

  const session = useMemo<Session>(
    () => ({
      hold() {
        forms.current += 1;
        return () => {
          forms.current -= 1;
        };
      },
      async resume(call) {
        try {
          return await call();
        } catch (error) {
          if (isSessionEnd(error) && (await ask())) return call();
          throw error;
        }
      },
    }),
    [ask],
  );

  return (
    <SessionContext value={session}>
      {children}
      {isAsking && <SignInDialog onSignedIn={() => answer(true)} onCancel={() => answer(false)} />}
    </SessionContext>
  );
}
