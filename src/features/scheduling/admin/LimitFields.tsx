import { Field } from '../../../ui/Field';
import * as formStyles from '../../../ui/form.module.css';
import type { CallHours } from '../call-hours';
import * as styles from './LimitFields.module.css';

const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

const limits = [
  {
    name: 'noticeMinutes',
    label: 'Notice',
    hint: 'How long before its start a call can be booked.',
    choices: [
      [0, 'None'],
      [hourMinutes, '1 hour'],
      [2 * hourMinutes, '2 hours'],
      [4 * hourMinutes, '4 hours'],
      [8 * hourMinutes, '8 hours'],
      [dayMinutes, '1 day'],
      [2 * dayMinutes, '2 days'],
      [7 * dayMinutes, '1 week'],
    ],
  },
  {
    name: 'bufferMinutes',
    label: 'Buffer',
    hint: 'Free time between two calls.',
    choices: [0, 5, 10, 15, 30, 45, 60].map((value) => [
      value,
      value ? `${value} minutes` : 'None',
    ]),
  },
  {
    name: 'daysAhead',
    label: 'How far ahead',
    hint: 'How many days ahead calls can be booked.',
    choices: [7, 14, 30, 60, 90].map((value) => [value, `${value} days`]),
  },
] as const;

/** Returns the choices, plus the current value if it is not among them. */
const withCurrentValue = (
  choices: readonly (readonly (number | string)[])[],
  currentValue: number,
) =>
  choices.some(([value]) => value === currentValue)
    ? choices
    : [...choices, [currentValue, String(currentValue)]];

interface Props {
  values: CallHours;
  errors: Record<string, string>;
  onChange: (change: Partial<CallHours>) => void;
}

/** Selects for the limits of booking: notice, buffer, how far ahead. */
export function LimitFields({ values, errors, onChange }: Props) {
  return (
    <div className={styles.limits}>
      {limits.map(({ name, label, hint, choices }) => (
        <Field key={name} label={label} hint={hint} error={errors[name]}>
          {(control) => (
            <select
              {...control}
              className={formStyles.input}
              value={values[name]}
              onChange={(event) => onChange({ [name]: Number(event.target.value) })}
            >
              {withCurrentValue(choices, values[name]).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          )}
        </Field>
      ))}
    </div>
  );
}
