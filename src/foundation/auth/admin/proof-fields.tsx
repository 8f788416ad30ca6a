import { Field } from '../../../ui/Field';

/** Asks for the admin password. */
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

/** Asks for a one-time code. */
export function CodeField({ error, hint }: { error: string | undefined; hint?: string }) {
  return (
    <Field label="Code" error={error} {...(hint && { hint })}>
      {(control) => (
        <input
          {...control}
          className="in code num"
          name="code"
          // Not `number`: a code may start with 0. Not numeric alone: recovery codes have letters.
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
