import { type ReactNode, useId, useState } from 'react';
import { formatTimeOfDay } from '../../lib/time/format-date';
import { type DaySpan, maxSpansPerDay, parseMinutes } from '../../lib/time/week-hours';
import { weekdays } from '../../lib/time/weekdays';
import { Button, IconButton } from '../Button';
import { Plus } from '../icons/admin-icons';
import { X } from '../icons/icons';
import * as layoutStyles from '../styles/layout.module.css';
import * as formStyles from './form.module.css';
import { Switch } from './Switch';
import * as styles from './WeeklyHours.module.css';

interface Props {
  /** The spans of each day, Monday first. */
  weekly: readonly (readonly DaySpan[])[];
  onChange: (weekly: DaySpan[][]) => void;
  /** Shown on a day without hours. */
  closedLabel: string;
  /** The hours of a day that is turned on for the first time. */
  firstHours: readonly DaySpan[];
  /** Steps of the times, in minutes. */
  stepMinutes: number;
  /** More buttons below the week. */
  children?: ReactNode;
}

/** The end of a day is "24:00", which a time input cannot show. */
const toTimeFieldValue = (time: string) => (time === '24:00' ? '00:00' : time);
const fromTimeFieldValue = (time: string) => (time === '00:00' ? '24:00' : time);

/** Suggests another span of a day, which starts an hour after the last one. */
function suggestNextSpan(spans: readonly DaySpan[]): DaySpan | null {
  const hour = Number(spans.at(-1)?.to.slice(0, 2) ?? 0) + 1;
  if (hour > 22 || spans.length >= maxSpansPerDay) return null;
  const format = (value: number) => `${String(value).padStart(2, '0')}:00`;
  return { from: format(hour), to: format(hour + 1) };
}

/** Returns the hours that the rulers show: 8 am to 8 pm, and more if there are others. */
function findRange(spans: readonly DaySpan[]): [first: number, last: number] {
  const first = Math.min(8, ...spans.map(({ from }) => Math.floor(parseMinutes(from) / 60)));
  const last = Math.max(20, ...spans.map(({ to }) => Math.ceil(parseMinutes(to) / 60)));
  return [first, last];
}

/**
 * Hours by weekday: on or off, any number of spans, and a ruler that shows them. Those of Monday can
 * be copied to the other weekdays.
 */
export function WeeklyHours({ weekly, onChange, children, ...options }: Props) {
  const [monday = []] = weekly;
  const setSpans = (day: number, spans: DaySpan[]) =>
    onChange(weekly.map((list, index) => (index === day ? spans : [...list])));
  // A time that is being typed is empty.
  const [first, last] = findRange(weekly.flat().filter(({ from, to }) => from !== '' && to !== ''));
  return (
    <div>
      <ul className={styles.week} style={{ '--first': first, '--hours': last - first }}>
        {weekdays.map((name, day) => (
          <Weekday
            {...options}
            key={name}
            name={name}
            spans={weekly[day] ?? []}
            onChange={(spans) => setSpans(day, spans)}
          />
        ))}
      </ul>
      <div className={`${layoutStyles.actions} ${styles.actions}`}>
        <Button
          variant="secondary"
          disabled={monday.length === 0}
          onClick={() => onChange(weekly.map((spans, day) => [...(day < 5 ? monday : spans)]))}
        >
          Copy Monday to weekdays
        </Button>
        {children}
      </div>
    </div>
  );
}

interface DayProps extends Omit<Props, 'weekly' | 'onChange' | 'children'> {
  name: string;
  spans: readonly DaySpan[];
  onChange: (spans: DaySpan[]) => void;
}

function Weekday({ name, spans, onChange, closedLabel, firstHours, stepMinutes }: DayProps) {
  const id = useId();
  // A day that is switched off and on again keeps its hours.
  const [earlier, setEarlier] = useState<readonly DaySpan[]>(firstHours);
  const isOn = spans.length > 0;
  const next = suggestNextSpan(spans);

  function toggle(on: boolean) {
    if (!on) setEarlier([...spans]);
    onChange(on ? [...earlier] : []);
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
              stepMinutes={stepMinutes}
              onChange={(changed) => onChange(spans.with(index, changed))}
              onRemove={spans.length > 1 ? () => onChange(spans.toSpliced(index, 1)) : undefined}
            />
          ))}
        </div>
      ) : (
        <p className={styles.closed}>
          <span>{closedLabel}</span>
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
  span: DaySpan;
  stepMinutes: number;
  onChange: (span: DaySpan) => void;
  /** Undefined for the only span: the switch turns the day off. */
  onRemove: (() => void) | undefined;
}

function SpanFields({ day, span, stepMinutes, onChange, onRemove }: SpanProps) {
  return (
    <span className={styles.span}>
      <input
        className={formStyles.input}
        type="time"
        step={60 * stepMinutes}
        required
        aria-label={`${day}, opens`}
        value={span.from}
        onChange={(event) => onChange({ ...span, from: event.target.value })}
      />
      to
      <input
        className={formStyles.input}
        type="time"
        step={60 * stepMinutes}
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
function Ruler({ spans }: { spans: readonly DaySpan[] }) {
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
