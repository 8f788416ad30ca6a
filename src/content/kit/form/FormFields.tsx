import { type ComponentProps, useId } from 'react';
import type { FormState } from '../../../foundation/forms/form-state';
import { Chips } from '../../../ui/Chips';
import { Field } from '../../../ui/form/Field';
import { TextareaField } from '../../../ui/form/fields';
import * as formStyles from '../../../ui/form/form.module.css';
import * as styles from './ItemDialog.module.css';
import { toText } from './item-values';

/** The state of an item's form, with the labels of its fields. */
export type ItemForm<Name extends string = string> = FormState & {
  labels: Readonly<Record<Name, string>>;
};

export interface FormFieldProps<Name extends string> {
  form: FormState & { labels?: Readonly<Record<Name, string>> };
  name: NoInfer<Name>;
  /** By default the form's label for this field. */
  label?: string;
  optional?: boolean;
  hint?: string | undefined;
  /** A remark about the typed value, shown as an error is. The form can be saved nevertheless. */
  warning?: string;
}

/** Collects the label, hint and error of a field. */
export const getFieldProps = <Name extends string>(props: FormFieldProps<Name>) => {
  const {
    form,
    name,
    label = form.labels?.[name] ?? name,
    optional = false,
    hint,
    warning,
  } = props;
  return { label, optional, hint, error: form.errors[name] ?? warning };
};

type ControlProps<Tag extends 'input' | 'textarea', Name extends string> = FormFieldProps<Name> &
  Pick<ComponentProps<Tag>, 'maxLength' | 'placeholder'>;

interface TextProps<Name extends string> extends ControlProps<'input', Name> {
  inputMode?: 'text' | 'numeric' | 'decimal' | 'url';
  /** Values to choose from; others may be typed. */
  suggestions?: readonly string[];
}

/** A single line of text, or a number as text, which the contract parses. */
export function TextField<Name extends string>(props: TextProps<Name>) {
  const { form, name, optional, inputMode = 'text', suggestions, maxLength, placeholder } = props;
  return (
    <Field {...getFieldProps(props)}>
      {(control) => (
        <>
          <input
            {...control}
            className={formStyles.input}
            type="text"
            dir="auto"
            inputMode={inputMode}
            maxLength={maxLength}
            placeholder={placeholder}
            autoComplete="off"
            required={!optional}
            value={toText(form.values[name])}
            onChange={(event) => form.set({ [name]: event.target.value })}
            {...(suggestions && { list: `${control.id}-list` })}
          />
          {suggestions && (
            <datalist id={`${control.id}-list`}>
              {suggestions.map((suggestion) => (
                <option key={suggestion} value={suggestion} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

interface ProseProps<Name extends string> extends ControlProps<'textarea', Name> {
  rows?: number;
}

/** A text of several lines. */
export const ProseField = <Name extends string>(props: ProseProps<Name>) => (
  <TextareaField
    {...getFieldProps(props)}
    dir="auto"
    rows={props.rows}
    maxLength={props.maxLength}
    required={!props.optional}
    value={toText(props.form.values[props.name])}
    onChange={(value) => props.form.set({ [props.name]: value })}
  />
);

interface ChoiceProps<Name extends string> extends FormFieldProps<Name> {
  options: readonly string[];
  /** Label of an option; the option itself by default. */
  getLabel?: (option: string) => string;
  /** Label of the empty option. */
  emptyLabel: string;
}

/** A select. A stored value that is no longer an option remains available for its document. */
export function ChoiceField<Name extends string>(props: ChoiceProps<Name>) {
  const { form, name, options, getLabel, emptyLabel } = props;
  const storedValue = toText(form.base[name]);
  const choices =
    storedValue === '' || options.includes(storedValue) ? options : [...options, storedValue];
  return (
    <Field {...getFieldProps(props)}>
      {(control) => (
        <select
          {...control}
          className={formStyles.input}
          required
          value={toText(form.values[name])}
          onChange={(event) => form.set({ [name]: event.target.value })}
        >
          <option value="">{emptyLabel}</option>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {getLabel ? getLabel(choice) : choice}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** A checkbox. */
export function CheckField<Name extends string>(props: FormFieldProps<Name>) {
  const { form, name } = props;
  const { label, hint } = getFieldProps(props);
  const hintId = useId();
  return (
    <div className={styles.checkboxField}>
      <label className={formStyles.checkbox}>
        <input
          type="checkbox"
          checked={form.values[name] === true}
          onChange={(event) => form.set({ [name]: event.target.checked })}
          {...(hint && { 'aria-describedby': hintId })}
        />
        {label}
      </label>
      {hint && (
        <p className={formStyles.hint} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

/** Returns a value that is a list of texts; an empty list for any other. */
const toList = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

/** A list with one entry per line. The contract drops blank lines. */
export const LinesField = <Name extends string>(props: ProseProps<Name>) => (
  <TextareaField
    {...getFieldProps(props)}
    dir="auto"
    rows={props.rows}
    value={toList(props.form.values[props.name]).join('\n')}
    onChange={(value) => props.form.set({ [props.name]: value === '' ? [] : value.split('\n') })}
  />
);

interface ChipsProps<Name extends string> extends FormFieldProps<Name> {
  /** Entries to add with a click. */
  suggestions?: readonly string[];
  placeholder?: string;
}

/** A list whose entries are separated by commas while typing. */
export function ChipsField<Name extends string>(props: ChipsProps<Name>) {
  const { form, name, suggestions, placeholder = 'Add, then comma' } = props;
  return (
    <Field {...getFieldProps(props)}>
      {(control) => (
        <Chips
          control={control}
          value={toList(form.values[name])}
          onChange={(value) => form.set({ [name]: value })}
          placeholder={placeholder}
          {...(suggestions && { suggestions })}
        />
      )}
    </Field>
  );
}

/** An item's position in its list. */
export const DisplayOrderField = ({ form }: { form: ItemForm<'displayOrder'> }) => (
  <TextField
    form={form}
    name="displayOrder"
    inputMode="numeric"
    optional
    hint="Lower numbers come first. A new item without a number goes last."
  />
);
