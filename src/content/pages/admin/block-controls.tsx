import { useId } from 'react';
import { PictureField } from '../../../foundation/media/admin/PictureField';
import { FocusableError } from '../../../ui/Field';
import { InputField, TextareaField } from '../../../ui/fields';
import * as formStyles from '../../../ui/form.module.css';
import { Switch } from '../../../ui/Switch';
import { toText } from '../../kit/form/item-values';
import type { BlockValue } from '../contract';
import * as styles from './pages.module.css';

/** State of a block's form: its values, their errors, and the function that changes them. */
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

const toList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A single line of text. */
export function TextControl({ form, name, maxLength, ...field }: Props) {
  return (
    <InputField
      {...field}
      error={form.errors[name]}
      autoComplete="off"
      dir="auto"
      maxLength={maxLength}
      value={toText(form.value[name])}
      onChange={(value) => form.set({ [name]: value })}
    />
  );
}

/** A text of several lines. */
export const ProseControl = ({ form, name, rows, ...field }: Props & { rows?: number }) => (
  <TextareaField
    {...field}
    dir="auto"
    rows={rows}
    error={form.errors[name]}
    value={toText(form.value[name])}
    onChange={(value) => form.set({ [name]: value })}
  />
);

/** A list with one entry per line. */
export const LinesControl = ({ form, name, ...field }: Props) => (
  <TextareaField
    {...field}
    dir="auto"
    rows={6}
    error={form.errors[name]}
    value={toList(form.value[name]).join('\n')}
    onChange={(value) => form.set({ [name]: value === '' ? [] : value.split('\n') })}
  />
);

interface SwitchProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Something that is on or off. */
export function SwitchControl({ label, isOn, onChange }: SwitchProps) {
  const id = useId();
  return (
    <Switch id={id} isOn={isOn} onChange={onChange} className={styles.switch}>
      <label htmlFor={id}>{label}</label>
    </Switch>
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
      <FocusableError message={form.errors[name]} />
    </div>
  );
}
