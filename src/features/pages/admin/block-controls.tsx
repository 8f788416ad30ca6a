import { useId } from 'react';
import { PictureField } from '../../../foundation/media/admin/PictureField';
import { Field, FieldError } from '../../../ui/Field';
import * as formStyles from '../../../ui/form.module.css';
import type { BlockValue } from '../contract';
import * as styles from './pages.module.css';

/** The form of a block: its values, what is wrong with them, and how to change them. */
export interface BlockForm<V extends BlockValue = BlockValue> {
  value: V;
  errors: Readonly<Record<string, string>>;
  set: (change: Partial<V>) => void;
  onUploadingChange: (name: string, isUploading: boolean) => void;
}

interface Props {
  form: BlockForm;
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
  maxLength?: number;
}

const toText = (value: unknown): string => (typeof value === 'string' ? value : '');
const toList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A single line of text. */
export function TextControl({ form, name, maxLength, ...field }: Props) {
  return (
    <Field {...field} error={form.errors[name]}>
      {(control) => (
        <input
          {...control}
          className={formStyles.input}
          autoComplete="off"
          dir="auto"
          maxLength={maxLength}
          value={toText(form.value[name])}
          onChange={({ target }) => form.set({ [name]: target.value })}
        />
      )}
    </Field>
  );
}

/** A text of several lines. */
export function ProseControl({ form, name, maxLength, rows, ...field }: Props & { rows?: number }) {
  return (
    <Field {...field} error={form.errors[name]}>
      {(control) => (
        <textarea
          {...control}
          className={formStyles.input}
          dir="auto"
          rows={rows}
          maxLength={maxLength}
          value={toText(form.value[name])}
          onChange={({ target }) => form.set({ [name]: target.value })}
        />
      )}
    </Field>
  );
}

/** A list with one entry per line. */
export function LinesControl({ form, name, ...field }: Props) {
  return (
    <Field {...field} error={form.errors[name]}>
      {(control) => (
        <textarea
          {...control}
          className={formStyles.input}
          dir="auto"
          rows={6}
          value={toList(form.value[name]).join('\n')}
          onChange={({ target: { value } }) =>
            form.set({ [name]: value === '' ? [] : value.split('\n') })
          }
        />
      )}
    </Field>
  );
}

interface SwitchProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Something that is on or off. */
export function Switch({ label, isOn, onChange }: SwitchProps) {
  const id = useId();
  return (
    <span className={styles.switch}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span aria-hidden="true">{isOn ? 'On' : 'Off'}</span>
    </span>
  );
}

interface SelectProps<T extends string | number> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
  error?: string | undefined;
}

/** A choice from a list. */
export function SelectControl<T extends string | number>(props: SelectProps<T>) {
  const { label, value, options, onChange, error } = props;
  return (
    <Field label={label} error={error}>
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

interface PictureProps extends Omit<Props, 'hint'> {
  hint: string;
}

/** A picture that is shown whole: a logo, or the picture of link previews. */
export function PictureControl({ form, name, label, hint }: PictureProps) {
  return (
    <div className={formStyles.field}>
      <PictureField
        label={label}
        kind="logo"
        hint={hint}
        url={toText(form.value[name])}
        onChange={({ url }) => form.set({ [name]: url })}
        onUploadingChange={(isUploading) => form.onUploadingChange(name, isUploading)}
      />
      {form.errors[name] && (
        <FieldError data-invalid tabIndex={-1}>
          {form.errors[name]}
        </FieldError>
      )}
    </div>
  );
}
