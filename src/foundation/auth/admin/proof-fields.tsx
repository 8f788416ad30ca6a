import { InputField } from '../../../ui/fields';
import * as formStyles from '../../../ui/form.module.css';
import * as textStyles from '../../../ui/text.module.css';

interface PasswordFieldProps {
  error: string | undefined;
  label?: string;
  name?: string;
}

/** Input of the present password. */
export function PasswordField({
  error,
  label = 'Password',
  name = 'password',
}: PasswordFieldProps) {
  return (
    <InputField
      label={label}
      error={error}
      name={name}
      type="password"
      autoComplete="current-password"
      maxLength={200}
    />
  );
}

/** One-time code input. */
export function CodeField({ error, hint }: { error: string | undefined; hint?: string }) {
  return (
    <InputField
      label="Code"
      error={error}
      hint={hint}
      className={`${formStyles.input} ${textStyles.tabularNumbers}`}
      name="code"
      // Not `type="number"`, because codes can start with 0. Recovery codes contain letters.
      inputMode={hint ? 'text' : 'numeric'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
    />
  );
}
