import { Field } from '../../../ui/Field';
import * as formStyles from '../../../ui/form.module.css';
import { maxCallFieldLengths } from '../call';

/** The fields about the visitor: labels and attributes of the inputs. */
export const visitorFields = [
  { name: 'name', label: 'Your name', type: 'text', autoComplete: 'name' },
  {
    name: 'email',
    label: 'Email',
    type: 'email',
    autoComplete: 'email',
    autoCapitalize: 'none',
    spellCheck: false,
  },
  { name: 'company', label: 'Company name', type: 'text', autoComplete: 'organization' },
] as const;

interface Props {
  field: (typeof visitorFields)[number];
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** Input of one field about the visitor. */
export function VisitorField({ field: { label, ...attributes }, value, error, onChange }: Props) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <input
          {...control}
          {...attributes}
          className={formStyles.input}
          required
          maxLength={maxCallFieldLengths[attributes.name]}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  );
}
