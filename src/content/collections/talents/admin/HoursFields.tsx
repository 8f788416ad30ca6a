import { formatZone } from '../../../../lib/time/time-zone';
import { getOwnerTimeZone } from '../../../../lib/time/wall-time';
import {
  type DaySpan,
  isWeekSpan,
  toWeekSpans,
  type WeekSpan,
} from '../../../../lib/time/week-hours';
import { weekdays } from '../../../../lib/time/weekdays';
import { Button } from '../../../../ui/Button';
import * as formStyles from '../../../../ui/form/form.module.css';
import { WeeklyHours } from '../../../../ui/form/WeeklyHours';
import type { FieldName } from '../../../kit/define-collection';
import { ChipsField, type ItemForm } from '../../../kit/form/FormFields';
import { TimeZoneField } from '../../../kit/form/TimeZoneField';
import type { Talent } from '../contract';
import * as styles from './HoursFields.module.css';

type TalentForm = ItemForm<FieldName<Talent>>;

const firstHours: readonly DaySpan[] = [{ from: '09:00', to: '17:00' }];

/** Names of languages that the form offers. */
const commonLanguages = ['English', 'Spanish', 'Portuguese', 'French', 'Tagalog'];

/** Groups spans by day, Monday first. */
const toWeekly = (hours: readonly WeekSpan[]): DaySpan[][] =>
  weekdays.map((_, index) =>
    hours.filter(({ day }) => day === index + 1).map(({ from, to }) => ({ from, to })),
  );

/** When somebody can work, in their own time zone, and in which languages. */
export function HoursFields({ form }: { form: TalentForm }) {
  const stored = form.values.hours;
  const hours = Array.isArray(stored) ? stored.filter(isWeekSpan) : [];
  const weekly = toWeekly(hours);
  const error = form.errors.hours;
  const setWeekly = (changed: readonly (readonly DaySpan[])[]) =>
    form.set({ hours: toWeekSpans(changed) });
  return (
    <fieldset className={styles.fields} aria-describedby="hours-hint">
      <legend>{form.labels.hours}</legend>
      <p className={formStyles.hint} id="hours-hint">
        When they can work, in their own time zone. People without hours are not offered for open
        hours.
      </p>
      <div className={formStyles.twoColumns}>
        <TimeZoneField
          form={form}
          name="timeZone"
          emptyLabel={`As your business: ${formatZone(getOwnerTimeZone())}`}
          defaultZone={getOwnerTimeZone()}
          optional
        />
        <ChipsField
          form={form}
          name="languages"
          suggestions={commonLanguages}
          optional
          hint="Only languages in which they take calls."
        />
      </div>
      <WeeklyHours
        weekly={weekly}
        onChange={setWeekly}
        closedLabel="Does not work"
        firstHours={firstHours}
        stepMinutes={30}
      >
        <Button variant="quiet" disabled={hours.length === 0} onClick={() => setWeekly([])}>
          Clear
        </Button>
      </WeeklyHours>
      {error && (
        <p className={formStyles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
