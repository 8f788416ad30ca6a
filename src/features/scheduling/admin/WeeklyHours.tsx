import { formatTimeOfDay } from '../../../lib/format-date';
import { Button, IconButton } from '../../../ui/Button';
import * as formStyles from '../../../ui/form.module.css';
import { X } from '../../../ui/icons';
import * as textStyles from '../../../ui/text.module.css';
import { type OpenSpan, weekdays } from '../call-hours';
import * as styles from './hours-form.module.css';

interface Props {
  weekly: readonly (readonly OpenSpan[])[];
  onChange: (weekly: OpenSpan[][]) => void;
}

/** The end of a day is "24:00", which a time input cannot show. */
const toTimeFieldValue = (formatHour: string) => (formatHour === '24:00' ? '00:00' : formatHour);
const fromTimeFieldValue = (formatHour: string) => (formatHour === '00:00' ? '24:00' : formatHour);

/** Suggests the next span of a day: a workday, or a span that starts an hour after the last one. */
function suggestNextSpan(spans: readonly OpenSpan[]): OpenSpan | null {
  const last = spans.at(-1);
  if (!last) return { from: '09:00', to: '17:00' };
  const hour = Number(last.to.slice(0, 2)) + 1;
  if (hour > 22) return null;
  const formatHour = (value: number) => `${String(value).padStart(2, '0')}:00`;
  return { from: formatHour(hour), to: formatHour(hour + 1) };
}

/** Available hours by weekday: any number of spans; none means closed. */
export function WeeklyHours({ weekly, onChange }: Props) {
  const setSpans = (day: number, spans: OpenSpan[]) =>
    onChange(weekly.map((list, index) => (index === day ? spans : [...list])));

  return (
    <ul className={styles.week}>
      {weekdays.map((name, day) => {
        const spans = weekly[day] ?? [];
        const next = suggestNextSpan(spans);
        return (
          <li key={name}>
            <fieldset>
              <legend>{name}</legend>
              <div className={styles.spans}>
                {spans.length === 0 && <span className={styles.closed}>Closed</span>}
                {spans.map((span, index) => {
                  const change = (part: Partial<OpenSpan>) =>
                    setSpans(
                      day,
                      spans.map((one, at) => (at === index ? { ...one, ...part } : one)),
                    );
                  return (
                    <span key={index} className={styles.span}>
                      <input
                        className={`${formStyles.input} ${textStyles.tabularNumbers}`}
                        type="time"
                        step={300}
                        required
                        aria-label={`${name}, opens`}
                        value={span.from}
                        onChange={(event) => change({ from: event.target.value })}
                      />
                      <span aria-hidden="true">–</span>
                      <input
                        className={`${formStyles.input} ${textStyles.tabularNumbers}`}
                        type="time"
                        step={300}
                        required
                        aria-label={`${name}, closes`}
                        value={toTimeFieldValue(span.to)}
                        onChange={(event) => change({ to: fromTimeFieldValue(event.target.value) })}
                      />
                      <IconButton
                        label={`Remove ${formatTimeOfDay(span.from)} to ${formatTimeOfDay(span.to)} on ${name}`}
                        onClick={() => setSpans(day, spans.toSpliced(index, 1))}
                      >
                        <X />
                      </IconButton>
                    </span>
                  );
                })}
              </div>
              {next && spans.length < 6 && (
                <Button
                  variant="quiet"
                  size="s"
                  aria-label={`Add hours on ${name}`}
                  onClick={() => setSpans(day, [...spans, next])}
                >
                  Add hours
                </Button>
              )}
            </fieldset>
          </li>
        );
      })}
    </ul>
  );
}
