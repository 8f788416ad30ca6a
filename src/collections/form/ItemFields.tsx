import { type UseFormReturn, useController } from 'react-hook-form';
import { Chips } from '../../ui/Chips';
import { Field } from '../../ui/Field';
import type { ItemValues } from './item-values';

/** The form of an item, as its fields see it. */
export type ItemForm = UseFormReturn<ItemValues>;

/** What a collection's fields are given. */
export interface ItemFieldsProps {
  form: ItemForm;
}

interface FieldProps {
  form: ItemForm;
  name: string;
  label: string;
  optional?: boolean;
  hint?: string;
}

/** What is wrong with a field, by its last check. */
export const faultOf = (form: ItemForm, name: string): string | undefined =>
  form.formState.errors[name]?.message;

interface TextProps extends FieldProps {
  inputMode?: 'text' | 'numeric' | 'url';
  placeholder?: string;
  /** Words to choose from; others may be typed. */
  suggestions?: readonly string[];
}

/** One line of text, or a number as text: what cannot be read as one is told by the contract. */
export function TextField({
  form,
  name,
  inputMode = 'text',
  placeholder,
  suggestions,
  ...frame
}: TextProps) {
  return (
    <Field {...frame} error={faultOf(form, name)}>
      {(control) => (
        <>
          <input
            {...control}
            {...form.register(name)}
            className={inputMode === 'numeric' ? 'in num' : 'in'}
            type="text"
            inputMode={inputMode}
            placeholder={placeholder}
            autoComplete="off"
            required={!frame.optional}
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
export function ProseField({ form, name, ...frame }: FieldProps) {
  return (
    <Field {...frame} error={faultOf(form, name)}>
      {(control) => (
        <textarea {...control} {...form.register(name)} className="in" required={!frame.optional} />
      )}
    </Field>
  );
}

interface SelectProps extends FieldProps {
  options: readonly string[];
  /** How an option reads; itself when not given. */
  labelOf?: (option: string) => string;
  /** The answer that is none yet; without it there is always one. */
  none?: string;
}

/** One of several words. A word from before that is no choice any more stays the item's own. */
export function SelectField({ form, name, options, labelOf, none, ...frame }: SelectProps) {
  const own = String(form.formState.defaultValues?.[name] ?? '');
  const words = own === '' || options.includes(own) ? options : [...options, own];
  return (
    <Field {...frame} error={faultOf(form, name)}>
      {(control) => (
        <select {...control} {...form.register(name)} className="in" required={!frame.optional}>
          {none !== undefined && <option value="">{none}</option>}
          {words.map((word) => (
            <option key={word} value={word}>
              {labelOf ? labelOf(word) : word}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Something that is so or not. */
export function CheckField({ form, name, label, hint }: FieldProps) {
  return (
    <label className="chk">
      <input type="checkbox" {...form.register(name)} />
      <span>
        {label}
        {hint && <span className="hint">{hint}</span>}
      </span>
    </label>
  );
}

/** A list with an entry a line. Blank lines stay while it is typed; the contract drops them. */
export function LinesField({ form, name, ...frame }: FieldProps) {
  const { field } = useController({ control: form.control, name });
  return (
    <Field {...frame} error={faultOf(form, name)}>
      {(control) => (
        <textarea
          {...control}
          ref={field.ref}
          name={field.name}
          className="in"
          value={linesOf(field.value).join('\n')}
          onChange={({ target: { value } }) =>
            field.onChange(value === '' ? [] : value.split('\n'))
          }
          onBlur={field.onBlur}
        />
      )}
    </Field>
  );
}

const linesOf = (value: unknown): string[] => (Array.isArray(value) ? value : []);

interface ChipsProps extends FieldProps {
  /** Entries to add at a press. */
  suggestions?: readonly string[];
  placeholder?: string;
}

/** A list typed with commas. */
export function ChipsField({ form, name, suggestions, placeholder, ...frame }: ChipsProps) {
  const { field } = useController({ control: form.control, name });
  return (
    <Field {...frame} error={faultOf(form, name)}>
      {(control) => (
        <Chips
          control={control}
          value={linesOf(field.value)}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          {...(suggestions && { suggestions })}
          {...(placeholder && { placeholder })}
        />
      )}
    </Field>
  );
}
