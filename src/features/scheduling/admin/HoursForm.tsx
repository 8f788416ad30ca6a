import { type FormEvent, useState } from 'react';
import { isSessionExpired } from '../../../foundation/auth/admin/queries';
import { useSessionRecovery } from '../../../foundation/auth/admin/SessionProvider';
import { collectFieldMessages } from '../../../lib/errors';
import { getServerMessage, HttpError } from '../../../lib/http-client';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import * as formStyles from '../../../ui/form.module.css';
import { useToast } from '../../../ui/toast';
import { useUnsavedDialog } from '../../../ui/use-unsaved-dialog';
import { type CallHours, callHours } from '../call-hours';
import { TimeZoneSelect } from '../TimeZoneSelect';
import * as styles from './calls.module.css';
import { DaysOff } from './DaysOff';
import { useSaveCallHours } from './queries';
import { WeeklyHours } from './WeeklyHours';

const hourMinutes = 60;
const dayMinutes = 24 * hourMinutes;

const numberFields = [
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

/** Form for the availability. */
export function HoursForm({ hours }: { hours: CallHours }) {
  const [saved, setSaved] = useState(hours);
  const [values, setValues] = useState(hours);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useSaveCallHours();
  const toast = useToast();
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved);
  const resume = useSessionRecovery(isChanged);
  const { unsavedDialog } = useUnsavedDialog(isChanged, () => setValues(saved));
  const updateValues = (change: Partial<CallHours>) =>
    setValues((current) => ({ ...current, ...change }));

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    const parsed = callHours.safeParse(values);
    if (!parsed.success) {
      setErrors(collectFieldMessages(parsed.error.issues));
      return;
    }
    setErrors({});
    try {
      const stored = await resume(() => save.mutateAsync(parsed.data));
      setSaved(stored);
      // Keep changes made while the request was in flight. They are not saved yet.
      setValues((current) => (current === values ? stored : current));
      toast({ title: 'Availability saved' });
    } catch (error) {
      if (isSessionExpired(error)) return;
      if (error instanceof HttpError && error.body.fields) setErrors(error.body.fields);
      const description = getServerMessage(error, 'Something went wrong. Please try again.');
      toast({ title: 'Error', description, tone: 'bad' });
    }
  }

  return (
    <form className={styles.hoursForm} onSubmit={submit} noValidate aria-labelledby="hours-heading">
      <h2 id="hours-heading">Availability</h2>
      <TimeZoneSelect value={values.timeZone} onChange={(timeZone) => updateValues({ timeZone })} />
      <div>
        <WeeklyHours weekly={values.weekly} onChange={(weekly) => updateValues({ weekly })} />
        {errors.weekly && (
          <p className={formStyles.error} role="alert">
            {errors.weekly}
          </p>
        )}
      </div>
      <div className={styles.limits}>
        {numberFields.map(({ name, label, hint, choices }) => (
          <Field key={name} label={label} hint={hint} error={errors[name]}>
            {(control) => (
              <select
                {...control}
                className={formStyles.input}
                value={values[name]}
                onChange={(event) => updateValues({ [name]: Number(event.target.value) })}
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
      <Field
        label="How the call takes place"
        hint="Shown in the confirmation email and the calendar entry."
        error={errors.place}
      >
        {(control) => (
          <input
            {...control}
            className={formStyles.input}
            type="text"
            maxLength={300}
            value={values.place}
            onChange={(event) => updateValues({ place: event.target.value })}
          />
        )}
      </Field>
      <DaysOff days={values.daysOff} onChange={(daysOff) => updateValues({ daysOff })} />
      <div className={styles.submit}>
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save availability'}
        </Button>
      </div>
      {unsavedDialog}
    </form>
  );
}
