import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { HttpError, serverMessage } from '../../lib/http';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { preloadToasts, useToast } from '../../ui/toast';
import { addressAfterLogin } from './admin-address';
import { asksForCode, useSignIn } from './admin-session';

/** Asks for the admin password; a right one leads to where the owner was going. */
export function LoginForm() {
  const signIn = useSignIn();
  const toast = useToast();
  const [, navigate] = useLocation();
  const search = useSearch();
  const input = useRef<HTMLInputElement>(null);
  const [filled, setFilled] = useState(false);
  // Right, and waiting for the code of the second factor.
  const [password, setPassword] = useState<string | null>(null);
  const busy = signIn.isPending;

  useEffect(() => {
    // What was typed, or filled in by the browser, before this code was there.
    setFilled(input.current?.value !== '');
    // The page asks for one thing, and whoever was sent here by the guard has lost their place.
    if (document.activeElement === document.body) input.current?.focus();
    // "Failed to connect to server" must be there when the server is not.
    preloadToasts();
  }, []);

  // The field is another one from here on.
  useEffect(() => {
    if (password !== null) input.current?.focus();
  }, [password]);

  function onFailure(error: unknown, sent: string) {
    input.current?.focus();
    if (asksForCode(error) && password === null) {
      setPassword(sent);
      setFilled(false);
      return;
    }
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
    const value = input.current?.value ?? '';
    if (value === '' || busy) return;
    signIn.mutate(password === null ? { password: value } : { password, code: value }, {
      onSuccess() {
        toast({ title: 'Login successful', description: 'Welcome to the admin dashboard' });
        navigate(addressAfterLogin(search), { replace: true });
      },
      onError: (error) => onFailure(error, value),
    });
  }

  return (
    // `post`: sent before this code is there, the password must not land in the address.
    <form method="post" onSubmit={submit}>
      {password === null ? (
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
      ) : (
        <Field label="Code" hint="Of your authenticator app, or a recovery code.">
          {(control) => (
            <input
              {...control}
              key="code"
              ref={input}
              className="in num"
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
              required
              onInput={(event) => setFilled(event.currentTarget.value !== '')}
            />
          )}
        </Field>
      )}
      <Button type="submit" disabled={!filled || busy} busy={busy}>
        {busy ? 'Logging in...' : 'Login'}
      </Button>
      <noscript>The admin area needs JavaScript.</noscript>
    </form>
  );
}
