import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { getServerMessage, HttpError } from '../../../lib/network/http-client';
import { Button } from '../../../ui/Button';
import { Field, FormError } from '../../../ui/form/Field';
import * as formStyles from '../../../ui/form/form.module.css';
import { preloadToastView, useToast } from '../../../ui/toast/toast';
import * as styles from './LoginForm.module.css';
import { codeHint, codeInput, passwordInput } from './proof-fields';
import { isCodeRequired, useSignIn } from './queries';

interface Props {
  /** Called after a successful sign-in. */
  onSignedIn: () => void;
  /** Additional buttons. */
  children?: ReactNode;
}

const passwordField = {
  label: 'Password',
  attributes: { className: formStyles.input, ...passwordInput },
};

const codeField = { label: 'Code', hint: codeHint, attributes: codeInput };

/** Sign-in form: password, then the code of the second factor if it is on. */
export function LoginForm({ onSignedIn, children }: Props) {
  const signIn = useSignIn();
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const [isFilled, setIsFilled] = useState(false);
  // The accepted password, stored until the code is entered.
  const [password, setPassword] = useState<string | null>(null);
  const isBusy = signIn.isPending;

  useEffect(() => {
    // The field may have been filled before hydration.
    setIsFilled(input.current?.value !== '');
    // After the guard's redirect nothing has the focus.
    if (document.activeElement === document.body) input.current?.focus();
    // The toast for "Failed to connect to server" must work without the server.
    preloadToastView();
  }, []);

  // Focus the code field when it replaces the password field.
  useEffect(() => {
    if (password !== null) input.current?.focus();
  }, [password]);

  function handleFailure(error: unknown, sentValue: string) {
    input.current?.focus();
    if (isCodeRequired(error) && password === null) {
      setPassword(sentValue);
      setIsFilled(false);
      return;
    }
    if (!(error instanceof HttpError)) {
      toast({ title: 'Error', description: 'Failed to connect to server', tone: 'bad' });
      return;
    }
    const description = getServerMessage(error, 'Invalid password');
    toast({ title: 'Login failed', description, tone: 'bad' });
    if (input.current) input.current.value = '';
    setIsFilled(false);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const value = input.current?.value ?? '';
    if (value === '' || isBusy) return;
    signIn.mutate(password === null ? { password: value } : { password, code: value }, {
      onSuccess({ isAuthenticated }) {
        if (!isAuthenticated) return;
        toast({ title: 'Login successful', description: 'Welcome to the admin dashboard' });
        onSignedIn();
      },
      onError: (error) => handleFailure(error, value),
    });
  }

  const { attributes, ...field } = password === null ? passwordField : codeField;
  return (
    // `post`, so that a submit before hydration does not put the password in the URL.
    <form className={styles.form} method="post" onSubmit={submit}>
      <Field {...field}>
        {(control) => (
          // Uncontrolled: React would reset what was typed before hydration.
          <input
            {...control}
            {...attributes}
            key={field.label}
            ref={input}
            required
            onInput={(event) => setIsFilled(event.currentTarget.value !== '')}
          />
        )}
      </Field>
      <FormError
        message={
          signIn.data?.isAuthenticated === false
            ? 'Your browser did not keep the sign-in. Allow cookies for this site.'
            : null
        }
      />
      <Button type="submit" disabled={!isFilled || isBusy} busy={isBusy}>
        {isBusy ? 'Logging in...' : 'Login'}
      </Button>
      {children}
      <noscript>The admin area needs JavaScript.</noscript>
    </form>
  );
}
