import { useId } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { Chips } from '../../../ui/Chips';
import { Field } from '../../../ui/Field';
import { TextareaField } from '../../../ui/fields';
import * as formStyles from '../../../ui/form.module.css';
import * as textStyles from '../../../ui/text.module.css';
import * as styles from './ItemDialog.module.css';
import type { ItemValues } from './item-values';

/** Labels, form state and callbacks that the fields of an item's form need. */
export interface ItemForm<Name extends string = string> {
  labels: Record<Name, string>;
  hook: UseFormReturn<ItemValues>;
  /** Called when a field starts or ends an upload. */
  onPendingChange: (name: string, isPending: boolean) => void;
}

interface FieldProps<Name extends string> {
  form: ItemForm<Name>;
  name: NoInfer<Name>;
  optional?: boolean;
  hint?: string;
  /** A remark about the typed value, shown as an error is. The item can be saved nevertheless. */
  warning?: string;
}

/** Collects the label, hint and error of a field. */
function getFieldProps<Name extends string>({
  form,
  name,
  optional = false,
  hint,
  warning,
}: FieldProps<Name>) {
  return {
    label: form.labels[name],
    optional,
    error: form.hook.formState.errors[name]?.message ?? warning,
    ...(hint && { hint }),
  };
}

interface TextProps<Name extends string> extends FieldProps<Name> {
  inputMode?: 'text' | 'numeric' | 'url';
  placeholder?: string;
  /** Values to choose from; others may be typed. */
  suggestions?: readonly string[];
}

/** A single line of text, or a number as text, which the contract parses. */
export function TextField<Name extends string>(props: TextProps<Name>) {
  const { form, name, optional, inputMode = 'text', placeholder, suggestions } = props;
  return (
    <Field {...getFieldProps(props)}>
      {(control) => (
        <>
          <input
            {...control}
            {...form.hook.register(name)}
            className={
              inputMode === 'numeric'
                ? `${formStyles.input} ${textStyles.tabularNumbers}`
                : formStyles.input
            }
            type="text"
            inputMode={inputMode}
            placeholder={placeholder}
            autoComplete="off"
            required={!optional}
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

/** A text of several lines. */
export function ProseField<Name extends string>(props: FieldProps<Name>) {
  const { form, name, optional } = props;
  return (
    <Field {...getFieldProps(props)}>
      {(control) => (
        <textarea
          {...control}
          {...form.hook.register(name)}
          className={formStyles.input}
          required={!optional}
        />
      )}
    </Field>
  );
}

interface ChoiceProps<Name extends string> extends FieldProps<Name> {
  options: readonly string[];
  /** Label of an option; the option itself by default. */
  getLabel?: (option: string) => string;
  /** Label of the empty option. */
  emptyLabel: string;
}

/** A select. A stored value that is no longer an option remains available for its item. */
export function ChoiceField<Name extends string>(props: ChoiceProps<Name>) {
  const { form, name, options, getLabel, emptyLabel } = props;
  const storedValue = String(form.hook.formState.defaultValues?.[name] ?? '');
  const choices =
    storedValue === '' || options.includes(storedValue) ? options : [...options, storedValue];
  return (
    <Field {...getFieldProps(props)}>
      {(control) => (
        <select {...control} {...form.hook.register(name)} className={formStyles.input} required>
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
export function CheckField<Name extends string>({ form, name, hint }: FieldProps<Name>) {
  const hintId = useId();
  return (
    <div className={styles.checkboxField}>
      <label className={formStyles.checkbox}>
        <input
          type="checkbox"
          {...form.hook.register(name)}
          {...(hint && { 'aria-describedby': hintId })}
        />
        {form.labels[name]}
      </label>
      {hint && (
        <p className={formStyles.hint} id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

const toList = (value: unknown): string[] => (Array.isArray(value) ? value : []);

/** A list with one entry per line. The contract drops blank lines. */
export function LinesField<Name extends string>(props: FieldProps<Name>) {
  const { field } = useController<ItemValues>({
    control: props.form.hook.control,
    name: props.name,
  });
  return (
    <TextareaField
      {...getFieldProps(props)}
      ref={field.ref}
      name={field.name}
      value={toList(field.value).join('\n')}
      onChange={(value) => field.onChange(value === '' ? [] : value.split('\n'))}
      onBlur={field.onBlur}
    />
  );
}

interface ChipsProps<Name extends string> extends FieldProps<Name> {
  /** Entries to add with a click. */
  suggestions?: readonly string[];
  placeholder?: string;
}

/** A list whose entries are separated by commas while typing. */
export function ChipsField<Name extends string>(props: ChipsProps<Name>) {
  const { form, name, suggestions, placeholder = 'Add, then comma' } = props;
  const { field } = useController<ItemValues>({ control: form.hook.control, name });
  return (
    <Field {...getFieldProps(props)}>
      {(control) => (
        <Chips
          control={control}
          value={toList(field.value)}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          placeholder={placeholder}
          {...(suggestions && { suggestions })}
        />
      )}
    </Field>
  );
}

/** An item's position in its list. */
export function DisplayOrderField({ form }: { form: ItemForm<'displayOrder'> }) {
  return (
    <TextField
      form={form}
      name="displayOrder"
      inputMode="numeric"
      optional
      hint="Lower numbers come first. A new item without a number goes last."
    />
  );
}
