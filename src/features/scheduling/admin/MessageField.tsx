import { Field } from '../../../ui/Field';
import * as formStyles from '../../../ui/form.module.css';

const maxLength = 1_000;

interface Props {
  label: string;
  optional?: boolean;
  error?: string | undefined;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
}

/** Field for the owner's text to the visitor, in the email about a change. */
export function MessageField({ value, onChange, ...field }: Props) {
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...control}
          className={formStyles.input}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
