import type { FieldMessages } from '../../../foundation/forms/form-state';
import { SelectField } from '../../../ui/form/fields';
import type { CallHours } from '../../hours/call-hours';
import type { DaysOff, Period } from '../../hours/days-off';
import * as styles from './HoursView.module.css';

const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

const limits = [
  {
    name: 'noticeMinutes',
    label: 'Notice',
    hint: 'How long before its start a call can be booked.',
    choices: [
      { value: 0, label: 'None' },
      { value: hourMinutes, label: '1 hour' },
      { value: 2 * hourMinutes, label: '2 hours' },
      { value: 4 * hourMinutes, label: '4 hours' },
      { value: 8 * hourMinutes, label: '8 hours' },
      { value: dayMinutes, label: '1 day' },
      { value: 2 * dayMinutes, label: '2 days' },
      { value: 7 * dayMinutes, label: '1 week' },
    ],
  },
  {
    name: 'bufferMinutes',
    label: 'Buffer',
    hint: 'Free time between two calls.',
    choices: [0, 5, 10, 15, 30, 45, 60].map((value) => ({
      value,
      label: value ? `${value} minutes` : 'None',
    })),
  },
  {
    name: 'daysAhead',
    label: 'How far ahead',
    hint: 'How many days ahead calls can be booked.',
    choices: [7, 14, 30, 60, 90].map((value) => ({ value, label: `${value} days` })),
  },
] as const;

interface Choice {
  value: number;
  label: string;
}

/** Returns the choices, plus the current value if it is not among them. */
const withCurrentValue = (choices: readonly Choice[], current: number): readonly Choice[] =>
  choices.some(({ value }) => value === current)
    ? choices
    : [...choices, { value: current, label: String(current) }];

/** Formats a limit as its choice does: "4 hours". Undefined for other fields and values. */
export const formatLimit = (field: string, value: unknown): string | undefined =>
  limits
    .find(({ name }) => name === field)
    ?.choices.find((choice: Choice) => choice.value === value)?.label;

/** What the form of the availability changes. */
export type HoursValues = Omit<CallHours, 'timeZone' | keyof DaysOff> & {
  off: DaysOff;
  /** Days off that are typed and not added yet. Saving adds them. */
  typedDays: Required<Period>;
};

interface Props {
  values: HoursValues;
  errors: FieldMessages;
  onChange: (change: Partial<HoursValues>) => void;
}

/** Selects for the limits of booking: notice, buffer, how far ahead. */
export function LimitFields({ values, errors, onChange }: Props) {
  return (
    <div className={styles.limits}>
      {limits.map(({ name, label, hint, choices }) => (
        <SelectField
          key={name}
          label={label}
          hint={hint}
          error={errors[name]}
          value={values[name]}
          options={withCurrentValue(choices, values[name])}
          onChange={(value) => onChange({ [name]: value })}
        />
      ))}
    </div>
  );
}
