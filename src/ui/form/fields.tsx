import type { ComponentProps } from 'react';
import { Field, type FieldProps } from './Field';
import * as formStyles from './form.module.css';

/** The props of a field and of its control, whose `onChange` receives the value. */
type ControlProps<Tag extends 'input' | 'textarea'> = FieldProps &
  Omit<ComponentProps<Tag>, 'onChange'> & { onChange?: (value: string) => void };

/** Field for a text of one line. A `className` replaces that of an input. */
export function InputField(props: ControlProps<'input'>) {
  const { label, optional, error, hint, onChange, ...input } = props;
  return (
    <Field {...{ label, optional, error, hint }}>
      {(control) => (
        <input
          className={formStyles.input}
          {...input}
          {...control}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Field for a text of several lines. */
export function TextareaField(props: ControlProps<'textarea'>) {
  const { label, optional, error, hint, onChange, ...textarea } = props;
  return (
    <Field {...{ label, optional, error, hint }}>
      {(control) => (
        <textarea
          className={formStyles.input}
          {...textarea}
          {...control}
          onChange={(event) => onChange?.(event.target.value)}
        />
      )}
    </Field>
  );
}

interface SelectProps<T extends string | number> extends FieldProps {
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

/** Field for a choice from a list. */
export function SelectField<T extends string | number>(props: SelectProps<T>) {
  const { value, options, onChange, ...field } = props;
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...control}
          className={formStyles.input}
          value={value}
          onChange={({ target }) => {
            const chosen = options.find((option) => String(option.value) === target.value);
            if (chosen) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
