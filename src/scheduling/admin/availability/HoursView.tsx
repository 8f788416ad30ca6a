import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatSpan } from '../../../foundation/audit/admin/changes';
import { toCheckedValues } from '../../../foundation/forms/form-state';
import { useVersionedForm } from '../../../foundation/forms/use-versioned-form';
import { z } from '../../../lib/schema';
import { useSite } from '../../../lib/site';
import { formatTime } from '../../../lib/time/format-date';
import { getOwnerTimeZone, toWallTime } from '../../../lib/time/wall-time';
import { toWeekSpans } from '../../../lib/time/week-hours';
import { Button } from '../../../ui/Button';
import { InputField } from '../../../ui/form/fields';
import * as formStyles from '../../../ui/form/form.module.css';
import { WeeklyHours } from '../../../ui/form/WeeklyHours';
import { QueryState } from '../../../ui/QueryState';
import * as linkStyles from '../../../ui/styles/link-button.module.css';
import { useToast } from '../../../ui/toast/toast';
import {
  callHours,
  callHoursInput,
  gridMinutes,
  promisesLink,
  type StoredCallHours,
  workday,
} from '../../hours/call-hours';
import { filterDays } from '../../hours/days-off';
import { loadCallHours, useCallHours, useHasMeetingLink, useSaveCallHours } from '../queries';
import { addTypedDays, DaysOff, findTypedError, noDays } from './DaysOff';
import { toDayKey } from './day-hours';
import { formatZoneOption } from './find-zones';
import { formatDaysOff, HoursHistory, hoursLabels } from './HoursHistory';
import * as styles from './HoursView.module.css';
import { formatLimit, type HoursValues, LimitFields } from './LimitFields';

/** Picks what the form changes: the time zone is set in the settings, and days off pass. */
function toValues(hours: StoredCallHours): HoursValues {
  const { timeZone, version, daysOff, dayOffLabels, ...values } = hours;
  const today = toDayKey(toWallTime(new Date(), timeZone));
  const off = filterDays({ daysOff, dayOffLabels }, (day) => day >= today);
  return { ...values, off, typedDays: noDays };
}

const daysOffFields = z.pick(callHours, { daysOff: true, dayOffLabels: true });

/** Formats a value for the dialog about a conflict. */
function formatHoursValue(name: string, value: unknown): string | undefined {
  const weekly = callHours.shape.weekly.safeParse(value);
  if (name === 'weekly' && weekly.success) {
    return toWeekSpans(weekly.data).map(formatSpan).join('\n') || 'none';
  }
  const off = daysOffFields.safeParse(value);
  if (name === 'off' && off.success) return formatDaysOff(off.data) || 'none';
  return formatLimit(name, value);
}

/** Checks the values, with the days that are typed and not added yet. */
function checkHours({ off, typedDays, ...values }: HoursValues) {
  const error = findTypedError(typedDays);
  if (error) return { errors: { typedDays: error } };
  const days = addTypedDays(off, typedDays);
  return toCheckedValues(callHoursInput.safeParse({ ...values, ...days }));
}

/** Manages the form of the availability. */
function useHoursForm(stored: StoredCallHours) {
  const save = useSaveCallHours();
  const toast = useToast();
  const form = useVersionedForm({
    stored,
    toValues,
    check: checkHours,
    save: (hours, { version }) => save.mutateAsync({ hours, version }),
    load: loadCallHours,
    onSaved: () => toast({ title: 'Availability saved' }),
    onClose: () => form.discard(),
    subject: 'the availability',
    labels: { ...hoursLabels, weekly: hoursLabels.hours, off: 'Days off' },
    formatValue: formatHoursValue,
    isAlwaysOpen: true,
  });
  return form;
}

/** Form for the availability. */
function HoursForm({ hours }: { hours: StoredCallHours }) {
  const { state, formRef, submit, busy, dialogs } = useHoursForm(hours);
  const { values, errors, set } = state;
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
            onChange={(weekly) => set({ weekly })}
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
        <DaysOff
          off={values.off}
          typed={values.typedDays}
          error={errors.typedDays}
          onChange={set}
          timeZone={timeZone}
        />
      </Section>
      <Section
        title="Booking"
        text="How close together calls may be, how late one can be booked, and where it takes place."
      >
        <LimitFields values={values} errors={errors} onChange={set} />
        <InputField
          label="How the call takes place"
          hint="Shown in the confirmation email and the calendar entry."
          error={errors.place}
          type="text"
          maxLength={300}
          value={values.place}
          onChange={(place) => set({ place })}
        />
        {needsLink && promisesLink(values.place) && (
          <p className={formStyles.hint} role="status">
            <strong>This promises a link, but there is none.</strong> Enter your{' '}
            <Link href="/admin/settings#calls">meeting link in Settings</Link>, or describe the call
            differently.
          </p>
        )}
      </Section>
      <div className={styles.submit}>
        <Button type="submit" busy={busy}>
          {busy ? 'Saving...' : 'Save availability'}
        </Button>
      </div>
      {dialogs}
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
          Calls are booked at <strong>{new URL(schedulingUrl).hostname}</strong> (see Settings). The
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
