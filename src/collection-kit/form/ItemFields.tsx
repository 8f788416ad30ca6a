import { useId } from 'react';
import { type UseFormReturn, useController } from 'react-hook-form';
import { Chips } from '../../ui/Chips';
import { Field } from '../../ui/Field';
import type { ItemValues } from './item-values';

/** What the fields of an item's form are made with. */
export interface ItemForm<Name extends string = string> {
  labels: Record<Name, string>;
  hook: UseFormReturn<ItemValues>;
  /** Told of a field whose value is still on its way. */
  onPendingChange: (name: string, isPending: boolean) => void;
}

interface FieldProps<Name extends string> {
  form: ItemForm<Name>;
  name: NoInfer<Name>;
  optional?: boolean;
  hint?: string;
}

/** What stands around a control: its label, its hint, what is wrong by the last check. */
function getFieldProps<Name extends string>({
  form,
  name,
  optional = false,
  hint,
}: FieldProps<Name>) {
  return {
    label: form.labels[name],
    optional,
    error: form.hook.formState.errors[name]?.message,
    ...(hint && { hint }),
  };
}

interface TextProps<Name extends string> extends FieldProps<Name> {
  inputMode?: 'text' | 'numeric' | 'url';
  placeholder?: string;
  /** Words to choose from; others may be typed. */
  suggestions?: readonly string[];
}

/** One line of text, or a number as text: what cannot be read as one is told by the contract. */
export function TextField<Name extends string>(props: TextProps<Name>) {
  const { form, name, optional, inputMode = 'text', placeholder, suggestions } = props;
  return (
    <Field {...getFieldProps(props)}>
      {(control) => (
        <>
          <input
            {...control}
            {...form.hook.register(name)}
            className={inputMode === 'numeric' ? 'in num' : 'in'}
            type="text"
            inputMode={inputMode}
            placeholder={placeholder}
            autoComplete="off"
            required={!optional}
            {...(suggestions && { list: `${control.id}-list` })}
          />
          {suggestions && (
            <datalist id={`${control.id}-list`}>
              {suggestions.map((word) => (
                <option key={word} value={word} />
              ))}
            </datalist>
          )}
        </>
      )}
    </Field>
  );
}

/** Text of several lines. */
export function ProseField<Name extends string>(props: FieldProps<Name>) {
  const { form, name, optional } = props;
  return (
    <Field {...getFieldProps(props)}>
      {(control) => (
        <textarea {...control} {...form.hook.register(name)} className="in" required={!optional} />
      )}
    </Field>
  );
}

interface SelectProps<Name extends string> extends FieldProps<Name> {
  options: readonly string[];
  /** How an option reads; itself when not given. */
  getLabel?: (option: string) => string;
  /** The answer that is none yet. */
  emptyLabel: string;
}

/** One of several words. A word from before that is no choice any more stays the item's own. */
export function SelectField<Name extends string>(props: SelectProps<Name>) {
  const { form, name, options, getLabel, emptyLabel } = props;
  const storedValue = String(form.hook.formState.defaultValues?.[name] ?? '');
  const choices =
    storedValue === '' || options.includes(storedValue) ? options : [...options, storedValue];
  return (
    <Field {...getFieldProps(props)}>
      {(control) => (
        <select {...control} {...form.hook.register(name)} className="in" required>
          <option value="">{emptyLabel}</option>
          {choices.map((word) => (
            <option key={word} value={word}>
              {getLabel ? getLabel(word) : word}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Something that is so or not. */
export function CheckField<Name extends string>({ form, name, hint }: FieldProps<Name>) {
  const hintId = useId();
  return (
    <div className="chk-f">
      <label className="chk">
        <input
          type="checkbox"
          {...form.hook.register(name)}
          {...(hint && { 'aria-describedby': hintId })}
        />
        {form.labels[name]}
      </label>
      {hint && (
        <p className="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}

const toList = (value: unknown): string[] => (Array.isArray(value) ? value : []);

/** A list with an entry a line. Blank lines stay while it is typed; the contract drops them. */
export function LinesField<Name extends string>(props: FieldProps<Name>) {
  const { field } = useController({ control: props.form.hook.control, name: props.name as string });
  return (
    <Field {...getFieldProps(props)}>
      {(control) => (
        <textarea
          {...control}
          ref={field.ref}
          name={field.name}
          className="in"
          value={toList(field.value).join('\n')}
          onChange={({ target: { value } }) =>
            field.onChange(value === '' ? [] : value.split('\n'))
          }
          onBlur={field.onBlur}
        />
      )}
    </Field>
  );
}

interface ChipsProps<Name extends string> extends FieldProps<Name> {
  /** Entries to add at a press. */
  suggestions?: readonly string[];
  placeholder?: string;
}

/** A list typed with commas. */
export function ChipsField<Name extends string>(props: ChipsProps<Name>) {
  const { form, name, suggestions, placeholder = 'Add, then comma' } = props;
  const { field } = useController({ control: form.hook.control, name: name as string });
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

/** Where an item stands in its list. */
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
