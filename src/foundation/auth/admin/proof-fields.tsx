import { Field } from '../../../ui/Field';

/** Password input. */
export function PasswordField({ error }: { error: string | undefined }) {
  return (
    <Field label="Password" error={error}>
      {(control) => (
        <input
          {...control}
          className="in"
          name="password"
          type="password"
          autoComplete="current-password"
          maxLength={200}
        />
      )}
    </Field>
  );
}

/** One-time code input. */
export function CodeField({ error, hint }: { error: string | undefined; hint?: string }) {
  return (
    <Field label="Code" error={error} {...(hint && { hint })}>
      {(control) => (
        <input
          {...control}
          className="in code num"
          name="code"
          // Not `type="number"`, because codes can start with 0. Recovery codes contain letters.
          inputMode={hint ? 'text' : 'numeric'}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={40}
        />
      )}
    </Field>
  );
}
