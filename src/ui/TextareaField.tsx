import { Field } from './Field';
import * as formStyles from './form.module.css';

interface Props {
  label: string;
  optional?: boolean;
  hint?: string;
  error?: string | undefined;
  /** The direction of the text; `auto` follows its first letter. */
  dir?: 'auto';
  rows?: number | undefined;
  maxLength?: number | undefined;
  value: string;
  onChange: (value: string) => void;
}

/** Field for a text of several lines. */
export function TextareaField({ dir, rows, maxLength, value, onChange, ...field }: Props) {
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...control}
          className={formStyles.input}
          dir={dir}
          rows={rows}
          maxLength={maxLength}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
