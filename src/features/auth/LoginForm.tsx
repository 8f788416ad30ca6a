import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { HttpError, serverMessage } from '../../lib/http';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { preloadToasts, useToast } from '../../ui/toast';
import { useSignIn } from './admin-session';
import './LoginForm.css';

interface Props {
  /** The password was right: there is a session now. */
  onSignedIn: () => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** Asks for the admin password. */
export function LoginForm({ onSignedIn, children }: Props) {
  const signIn = useSignIn();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const [filled, setFilled] = useState(false);
  const busy = signIn.isPending;

  useEffect(() => {
    // What was typed, or filled in by the browser, before this code was there.
    setFilled(input.current?.value !== '');
    // The page asks for one thing, and whoever was sent here by the guard has lost their place.
    if (document.activeElement === document.body) input.current?.focus();
    // "Failed to connect to server" must be there when the server is not.
    preloadToasts();
  }, []);

  function onFailure(error: unknown) {
    input.current?.focus();
    if (!(error instanceof HttpError)) {
      toast({ title: 'Error', description: 'Failed to connect to server', tone: 'bad' });
      return;
    }
    const description = serverMessage(error, 'Invalid password');
    toast({ title: 'Login failed', description, tone: 'bad' });
    if (input.current) input.current.value = '';
    setFilled(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const password = input.current?.value ?? '';
    if (password === '' || busy) return;
    signIn.mutate(password, {
      onSuccess() {
        toast({ title: 'Login successful', description: 'Welcome to the admin dashboard' });
        onSignedIn();
      },
      onError: onFailure,
    });
  }

  return (
    // `post`: sent before this code is there, the password must not land in the address.
    <form className="login-f" method="post" onSubmit={submit}>
      <Field label="Password">
        {(control) => (
          // The field keeps its own value: React holding it would drop what was typed before hydration.
          <input
            {...control}
            ref={input}
            className="in"
            type="password"
            autoComplete="current-password"
            maxLength={200}
            required
            onInput={(event) => setFilled(event.currentTarget.value !== '')}
          />
        )}
      </Field>
      <Button type="submit" disabled={!filled || busy} busy={busy}>
        {busy ? 'Logging in...' : 'Login'}
      </Button>
      {children}
      <noscript>The admin area needs JavaScript.</noscript>
    </form>
  );
}
