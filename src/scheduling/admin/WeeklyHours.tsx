import { useId, useState } from 'react';
import { formatTimeOfDay } from '../../lib/format-date';
import { Plus } from '../../ui/admin-icons';
import { IconButton } from '../../ui/Button';
import * as formStyles from '../../ui/form.module.css';
import { X } from '../../ui/icons';
import { Switch } from '../../ui/Switch';
import * as textStyles from '../../ui/text.module.css';
import { weekdays } from '../call';
import { maxSpansPerDay, type OpenSpan, parseMinutes, workday } from '../call-hours';
import { createSheetStyle, findSheetRange } from './day-hours';
import * as styles from './WeeklyHours.module.css';

interface Props {
  weekly: readonly (readonly OpenSpan[])[];
  onChange: (weekly: OpenSpan[][]) => void;
}

/** The end of a day is "24:00", which a time input cannot show. */
const toTimeFieldValue = (time: string) => (time === '24:00' ? '00:00' : time);
const fromTimeFieldValue = (time: string) => (time === '00:00' ? '24:00' : time);

/** Suggests another span of a day, which starts an hour after the last one. */
function suggestNextSpan(spans: readonly OpenSpan[]): OpenSpan | null {
  const hour = Number(spans.at(-1)?.to.slice(0, 2) ?? 0) + 1;
  if (hour > 22 || spans.length >= maxSpansPerDay) return null;
  const format = (value: number) => `${String(value).padStart(2, '0')}:00`;
  return { from: format(hour), to: format(hour + 1) };
}

/** Hours for calls by weekday: on or off, any number of spans, and a ruler that shows them. */
export function WeeklyHours({ weekly, onChange }: Props) {
  const setSpans = (day: number, spans: OpenSpan[]) =>
    onChange(weekly.map((list, index) => (index === day ? spans : [...list])));
  // A time that is being typed is empty.
  const range = findSheetRange(weekly.flat().filter(({ from, to }) => from !== '' && to !== ''));
  return (
    <ul className={styles.week} style={createSheetStyle(range)}>
      {weekdays.map((name, day) => (
        <Weekday
          key={name}
          name={name}
          spans={weekly[day] ?? []}
          onChange={(spans) => setSpans(day, spans)}
        />
      ))}
    </ul>
  );
}

interface DayProps {
  name: string;
  spans: readonly OpenSpan[];
  onChange: (spans: OpenSpan[]) => void;
}

function Weekday({ name, spans, onChange }: DayProps) {
  const id = useId();
  // A day that is switched off and on again keeps its hours.
  const [earlier, setEarlier] = useState<OpenSpan[]>(workday);
  const isOn = spans.length > 0;
  const next = suggestNextSpan(spans);

  function toggle(on: boolean) {
    if (!on) setEarlier([...spans]);
    onChange(on ? earlier : []);
  }

  return (
    <li>
      <label className={styles.name} htmlFor={id}>
        {name}
      </label>
      <Switch id={id} isOn={isOn} onChange={toggle} />
      {isOn ? (
        <div className={styles.spans}>
          {spans.map((span, index) => (
            <SpanFields
              key={index}
              day={name}
              span={span}
              onChange={(changed) => onChange(spans.with(index, changed))}
              onRemove={spans.length > 1 ? () => onChange(spans.toSpliced(index, 1)) : undefined}
            />
          ))}
        </div>
      ) : (
        <p className={styles.closed}>
          <span>No calls</span>
        </p>
      )}
      {isOn && next && (
        <IconButton label={`Add hours on ${name}`} onClick={() => onChange([...spans, next])}>
          <Plus />
        </IconButton>
      )}
      {isOn && <Ruler spans={spans} />}
    </li>
  );
}

interface SpanProps {
  day: string;
  span: OpenSpan;
  onChange: (span: OpenSpan) => void;
  /** Undefined for the only span: the switch turns the day off. */
  onRemove: (() => void) | undefined;
}

function SpanFields({ day, span, onChange, onRemove }: SpanProps) {
  const className = `${formStyles.input} ${textStyles.tabularNumbers}`;
  return (
    <span className={styles.span}>
      <input
        className={className}
        type="time"
        step={300}
        required
        aria-label={`${day}, opens`}
        value={span.from}
        onChange={(event) => onChange({ ...span, from: event.target.value })}
      />
      to
      <input
        className={className}
        type="time"
        step={300}
        required
        aria-label={`${day}, closes`}
        value={toTimeFieldValue(span.to)}
        onChange={(event) => onChange({ ...span, to: fromTimeFieldValue(event.target.value) })}
      />
      {onRemove && (
        <IconButton
          label={`Remove ${formatTimeOfDay(span.from)} to ${formatTimeOfDay(span.to)} on ${day}`}
          onClick={onRemove}
        >
          <X />
        </IconButton>
      )}
    </span>
  );
}

/** The spans of a day as bars on a ruler. */
function Ruler({ spans }: { spans: readonly OpenSpan[] }) {
  const toHour = (time: string) => parseMinutes(time) / 60;
  return (
    <div className={styles.ruler} aria-hidden="true">
      {spans.map(({ from, to }, index) => {
        const bar = { '--from': toHour(from), '--to': Math.max(toHour(from), toHour(to)) };
        return <i key={index} style={bar} />;
      })}
    </div>
  );
}
