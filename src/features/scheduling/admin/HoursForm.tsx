import { type FormEvent, useState } from 'react';
import { fieldMessages } from '../../../lib/errors';
import { HttpError, serverMessage } from '../../../lib/http';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';
import { useToast } from '../../../ui/toast';
import { useUnsavedQuestion } from '../../../ui/UnsavedQuestion';
import { isSessionEnd } from '../../auth/admin-session';
import { useLastingSession } from '../../auth/SessionWatch';
import { type CallHours, callHours } from '../call-hours';
import { ZoneSelect } from '../visitor/ZoneSelect';
import { useSaveCallHours } from './call-queries';
import { DaysOff } from './DaysOff';
import { WeeklyHours } from './WeeklyHours';

const hour = 60;
const day = 24 * hour;

const numbers = [
  {
    name: 'noticeMinutes',
    label: 'Notice',
    hint: 'How long before its start a call can still be booked.',
    choices: [
      [0, 'None'],
      [hour, '1 hour'],
      [2 * hour, '2 hours'],
      [4 * hour, '4 hours'],
      [8 * hour, '8 hours'],
      [day, '1 day'],
      [2 * day, '2 days'],
      [7 * day, '1 week'],
    ],
  },
  {
    name: 'bufferMinutes',
    label: 'Buffer',
    hint: 'What stays free between two calls.',
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

/** The choices, and the present value where it is none of them. */
const withPresent = (choices: readonly (readonly (number | string)[])[], present: number) =>
  choices.some(([value]) => value === present) ? choices : [...choices, [present, String(present)]];

/** When calls can be booked, to be changed. */
export function HoursForm({ hours }: { hours: CallHours }) {
  const [saved, setSaved] = useState(hours);
  const [values, setValues] = useState(hours);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useSaveCallHours();
  const toast = useToast();
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved);
  const resume = useLastingSession(isChanged);
  const { question } = useUnsavedQuestion(isChanged, () => setValues(saved));
  const set = (change: Partial<CallHours>) => setValues((current) => ({ ...current, ...change }));

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    const parsed = callHours.safeParse(values);
    if (!parsed.success) {
      setErrors(fieldMessages(parsed.error.issues));
      return;
    }
    setErrors({});
    try {
      const stored = await resume(() => save.mutateAsync(parsed.data));
      setSaved(stored);
      // What was changed while the save was under way stays, and is not saved yet.
      setValues((current) => (current === values ? stored : current));
      toast({ title: 'Opening hours saved' });
    } catch (error) {
      if (isSessionEnd(error)) return;
      if (error instanceof HttpError && error.body.fields) setErrors(error.body.fields);
      const description = serverMessage(error, 'Something went wrong. Please try again.');
      toast({ title: 'Error', description, tone: 'bad' });
    }
  }

  return (
    <form className="hrs-f" onSubmit={submit} noValidate aria-labelledby="hours-heading">
      <h2 id="hours-heading">Opening hours for calls</h2>
      <ZoneSelect value={values.timeZone} onChange={(timeZone) => set({ timeZone })} />
      <div>
        <WeeklyHours weekly={values.weekly} onChange={(weekly) => set({ weekly })} />
        {errors.weekly && (
          <p className="err" role="alert">
            {errors.weekly}
          </p>
        )}
      </div>
      <div className="hrs-n">
        {numbers.map(({ name, label, hint, choices }) => (
          <Field key={name} label={label} hint={hint} error={errors[name]}>
            {(control) => (
              <select
                {...control}
                className="in"
                value={values[name]}
                onChange={(event) => set({ [name]: Number(event.target.value) })}
              >
                {withPresent(choices, values[name]).map(([value, text]) => (
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
        hint="Stands in the confirmation and in the calendar entry."
        error={errors.place}
      >
        {(control) => (
          <input
            {...control}
            className="in"
            type="text"
            maxLength={300}
            value={values.place}
            onChange={(event) => set({ place: event.target.value })}
          />
        )}
      </Field>
      <DaysOff days={values.daysOff} onChange={(daysOff) => set({ daysOff })} />
      <div className="hrs-o">
        <Button type="submit" busy={save.isPending}>
          {save.isPending ? 'Saving...' : 'Save opening hours'}
        </Button>
      </div>
      {question}
    </form>
  );
}
