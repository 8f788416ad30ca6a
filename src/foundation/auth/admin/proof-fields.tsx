import { InputField } from '../../../ui/form/fields';
import * as formStyles from '../../../ui/form/form.module.css';
import * as textStyles from '../../../ui/styles/text.module.css';

/** Attributes of an input for the present password. */
export const passwordInput = {
  type: 'password',
  autoComplete: 'current-password',
  maxLength: 200,
} as const;

/** Attributes of an input for a code of the second factor. */
export const codeInput = {
  className: `${formStyles.input} ${textStyles.tabularNumbers}`,
  autoComplete: 'one-time-code',
  autoCapitalize: 'none',
  spellCheck: false,
  maxLength: 40,
} as const;

export const codeHint = 'From your authenticator app, or a recovery code.';

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
  return <InputField {...passwordInput} label={label} error={error} name={name} />;
}

interface CodeFieldProps {
  error: string | undefined;
  /** Whether only a code of the app is accepted, and no recovery code. */
  isForApp?: boolean;
}

/** One-time code input. */
export function CodeField({ error, isForApp = false }: CodeFieldProps) {
  return (
    <InputField
      {...codeInput}
      label="Code"
      error={error}
      hint={isForApp ? undefined : codeHint}
      name="code"
      // Not `type="number"`, because codes can start with 0. Recovery codes contain letters.
      inputMode={isForApp ? 'numeric' : 'text'}
    />
  );
}
