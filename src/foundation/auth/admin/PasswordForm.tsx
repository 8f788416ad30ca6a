import { type FormEvent, useRef, useState } from 'react';
import { findPasswordWeakness } from '../../../lib/password-strength';
import { useSite } from '../../../lib/site';
import { Button } from '../../../ui/Button';
import { InputField } from '../../../ui/form/fields';
import { useToast } from '../../../ui/toast/toast';
import * as styles from './PasswordForm.module.css';
import { CodeField, PasswordField } from './proof-fields';
import { useChangePassword, useSecondFactor } from './security-queries';
import { readField, useFormSubmit } from './use-form-submit';

/** Form that changes the admin password. */
export function PasswordForm() {
  const form = useRef<HTMLFormElement>(null);
  const [next, setNext] = useState('');
  const { fields, busy, run } = useFormSubmit(form);
  const secondFactor = useSecondFactor();
  const change = useChangePassword();
  const toast = useToast();
  // The second factor may have been turned on in another browser.
  const asksForCode = Boolean(secondFactor.data?.enabledAt) || fields.code !== undefined;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { currentTarget } = event;
    void run(async () => {
      await change.mutateAsync({
        current: readField(currentTarget, 'current'),
        next: readField(currentTarget, 'next'),
        ...(asksForCode && { code: readField(currentTarget, 'code') }),
      });
      currentTarget.reset();
      setNext('');
      toast({
        title: 'Password changed',
        description: 'Every other phone and computer is signed out.',
      });
    });
  }

  return (
    <form
      ref={form}
      className={styles.form}
      aria-label="Change password"
      onSubmit={submit}
      noValidate
    >
      <PasswordField label="Current password" name="current" error={fields.current} />
      <InputField
        label="New password"
        error={fields.next}
        hint="A few unrelated words are easy to remember and hard to guess. Changing it signs out every other phone and computer."
        name="next"
        type="password"
        autoComplete="new-password"
        maxLength={200}
        onChange={setNext}
      />
      <PasswordStrength password={next} />
      {asksForCode && <CodeField error={fields.code} />}
      <Button className={styles.submit} variant="secondary" type="submit" busy={busy}>
        Change password
      </Button>
    </form>
  );
}

/** The length from which all cells of the meter are filled. */
const veryStrongLength = 24;

/** Returns how many of the five cells are filled. */
function getFilledCells(password: string, isWeak: boolean): number {
  if (isWeak) return Math.min(3, Math.ceil(password.length / 6));
  return password.length >= veryStrongLength ? 5 : 4;
}

/** Meter that checks a password while it is typed, by the rules of the server. */
function PasswordStrength({ password }: { password: string }) {
  const { name, url } = useSite();
  const weakness = password && findPasswordWeakness(password, [name, new URL(url).hostname]);
  const cells = password ? getFilledCells(password, Boolean(weakness)) : 0;
  return (
    <div className={styles.strength}>
      <i style={{ '--filled': cells }} aria-hidden="true" />
      <span role="status">
        {password !== '' &&
          (weakness
            ? `Not strong enough: it ${weakness}.`
            : 'Strong. Not on the list of common passwords.')}
      </span>
    </div>
  );
}
