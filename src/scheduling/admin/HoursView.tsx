import { type FormEvent, type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useErrorFocus } from '../../content/kit/form/use-error-focus';
import { useSessionRecovery } from '../../foundation/auth/admin/SessionProvider';
import { useErrorToast } from '../../foundation/auth/admin/use-error-toast';
import { collectFieldMessages } from '../../lib/errors';
import { formatTime } from '../../lib/format-date';
import { HttpError } from '../../lib/http-client';
import { useSite } from '../../lib/site';
import { getOwnerTimeZone, toWallTime } from '../../lib/wall-time';
import { Button } from '../../ui/Button';
import { InputField } from '../../ui/fields';
import * as formStyles from '../../ui/form.module.css';
import * as linkStyles from '../../ui/link-button.module.css';
import { QueryState } from '../../ui/QueryState';
import { useToast } from '../../ui/toast';
import { useUnsavedDialog } from '../../ui/use-unsaved-dialog';
import { WeeklyHours } from '../../ui/WeeklyHours';
import { type CallHours, callHoursInput, gridMinutes, promisesLink, workday } from '../call-hours';
import { filterDays } from '../days-off';
import { DaysOff } from './DaysOff';
import { toDayKey } from './day-hours';
import { formatZoneOption } from './find-zones';
import { HoursHistory } from './HoursHistory';
import * as styles from './HoursView.module.css';
import { type HoursValues, LimitFields } from './LimitFields';
import { useCallHours, useHasMeetingLink, useSaveCallHours } from './queries';

/** Picks what the form changes: the time zone is set in the settings, and days off pass. */
function toValues({ timeZone, ...values }: CallHours): HoursValues {
  const today = toDayKey(toWallTime(new Date(), timeZone));
  return { ...values, ...filterDays(values, (day) => day >= today) };
}

/** State of the form: the typed values, and their errors after the last attempt to save them. */
function useHoursForm(hours: CallHours) {
  const [saved, setSaved] = useState(() => toValues(hours));
  const [values, setValues] = useState(saved);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const { formRef, focusFirstError } = useErrorFocus();
  const save = useSaveCallHours();
  const toast = useToast();
  const showError = useErrorToast();
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved);
  const retryAfterSignIn = useSessionRecovery(isChanged);
  const { unsavedDialog } = useUnsavedDialog(isChanged, () => setValues(saved));
  const updateValues = (change: Partial<HoursValues>) =>
    setValues((current) => ({ ...current, ...change }));

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    const parsed = callHoursInput.safeParse(values);
    if (!parsed.success) {
      setErrors(collectFieldMessages(parsed.error.issues));
      focusFirstError();
      return;
    }
    setErrors({});
    try {
      const stored = toValues(await retryAfterSignIn(() => save.mutateAsync(parsed.data)));
      setSaved(stored);
      // Keep changes made while the request was in flight. They are not saved yet.
      setValues((current) => (current === values ? stored : current));
      toast({ title: 'Availability saved' });
    } catch (error) {
      if (error instanceof HttpError && error.body.fields) setErrors(error.body.fields);
      showError(error);
    }
  }

  return { formRef, values, updateValues, errors, submit, isSaving: save.isPending, unsavedDialog };
}

/** Form for the availability. */
function HoursForm({ hours }: { hours: CallHours }) {
  const form = useHoursForm(hours);
  const { formRef, values, updateValues, errors, submit, isSaving, unsavedDialog } = form;
  const timeZone = getOwnerTimeZone();
  const { schedulingUrl } = useSite();
  const needsLink = useHasMeetingLink() === false && schedulingUrl === null;
  return (
    <form
      ref={formRef}
      className={styles.form}
      onSubmit={submit}
      noValidate
      aria-label="Availability"
    >
      <Section
        title="Your time zone"
        text="Set for the whole business. Visitors see times in their own."
      >
        <p className={styles.zone}>
          <b>{formatZoneOption(timeZone)}</b>
          {`Now ${formatTime(new Date(), timeZone)} there. `}
          <Link className={linkStyles.linkButton} href="/admin/settings#business">
            Change the time zone in Settings
          </Link>
        </p>
      </Section>
      <Section
        title="Hours for calls"
        text="When visitors can book. Everything else is hatched for you and closed for them."
      >
        <div>
          <WeeklyHours
            weekly={values.weekly}
            onChange={(weekly) => updateValues({ weekly })}
            closedLabel="No calls"
            firstHours={workday}
            stepMinutes={gridMinutes}
          />
          {errors.weekly && (
            <p className={formStyles.error} role="alert">
              {errors.weekly}
            </p>
          )}
        </div>
        <p className={formStyles.hint}>
          Calls that are already booked outside new hours stay where they are.
        </p>
      </Section>
      <Section title="Days off" text="Nobody can book on these days.">
        <DaysOff off={values} onChange={updateValues} timeZone={timeZone} />
      </Section>
      <Section
        title="Booking"
        text="How close together calls may be, how late one can be booked, and where it takes place."
      >
        <LimitFields values={values} errors={errors} onChange={updateValues} />
        <InputField
          label="How the call takes place"
          hint="Shown in the confirmation email and the calendar entry."
          error={errors.place}
          type="text"
          maxLength={300}
          value={values.place}
          onChange={(place) => updateValues({ place })}
        />
        {needsLink && promisesLink(values.place) && (
          <p className={formStyles.hint} role="status">
            <b>This promises a link, but there is none.</b> Enter your{' '}
            <Link href="/admin/settings#calls">meeting link in Settings</Link>, or describe the call
            differently.
          </p>
        )}
      </Section>
      <div className={styles.submit}>
        <Button type="submit" busy={isSaving}>
          {isSaving ? 'Saving...' : 'Save availability'}
        </Button>
      </div>
      {unsavedDialog}
    </form>
  );
}

interface SectionProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** Section of the form: title, description and fields. */
function Section({ title, text, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <div>
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}

/** View of the availability. */
export default function HoursView() {
  const { schedulingUrl } = useSite();
  const hours = useCallHours();
  return (
    <div className={styles.view}>
      {schedulingUrl !== null && (
        <p className={styles.provider}>
          Calls are booked at <b>{new URL(schedulingUrl).hostname}</b> (see Settings). The
          availability below applies only when earlier calls are moved. Remove the link to use it
          for all calls.
        </p>
      )}
      <QueryState name="Availability" Heading="h2" query={hours}>
        {(data) => (
          <>
            <HoursForm hours={data} />
            <HoursHistory />
          </>
        )}
      </QueryState>
    </div>
  );
}
