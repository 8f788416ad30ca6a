import type { ReactNode } from 'react';
import {
  type ClosedTime,
  firstHour,
  formatHour,
  getCallHour,
  hours,
  lastHour,
  phoneHours,
} from './day-hours';
import * as styles from './sheet.module.css';

interface HoursProps {
  className: string | undefined;
  /** The current hour, if its time replaces the label beside it. */
  nowHour?: number;
}

/** The hours at the head of a sheet. */
export function SheetHours({ className, nowHour }: HoursProps) {
  return (
    <div className={`${styles.hours} ${className}`} aria-hidden="true">
      {hours.map((hour) => (
        <span
          key={hour}
          className={phoneHours.includes(hour) ? styles.onPhones : undefined}
          style={{ '--hour': hour }}
        >
          {(nowHour === undefined || Math.abs(nowHour - hour) > 0.75) && formatHour(hour)}
        </span>
      ))}
    </div>
  );
}

/** The closed times of a row, hatched. */
export function ClosedTimes({ times }: { times: readonly ClosedTime[] }) {
  return times.map(({ from, to, label }) => (
    <i key={from} className={styles.closed} style={{ '--from': from, '--to': to }}>
      {label && <span>{label}</span>}
    </i>
  ));
}

/** Distance between calls, in hours, below which they show only their time. */
const minLabelHours = 1.5;

/** Calls closer than this show no label, in hours. */
const minTimeHours = 1;

/** Creates the attributes that place a call in its row. @param next the start of the call after it */
export function createBlockProps(at: Date, next: Date | undefined) {
  const from = getCallHour(at);
  const free = (next ? getCallHour(next) : lastHour) - from;
  return {
    className: styles.call,
    'data-narrow': free < minLabelHours || undefined,
    'data-tight': free < minTimeHours || undefined,
    style: { '--from': from, '--free': Math.max(free, 0.5) },
  };
}

export type BlockProps = ReturnType<typeof createBlockProps>;

interface NowProps {
  hour: number;
  className: string | undefined;
  children: ReactNode;
}

/** Hours that the time beside the line covers on a phone. */
const labelHours = 1.75;

/** The line that marks the present, with its time. */
export function NowLine({ hour, className, children }: NowProps) {
  return (
    <i
      className={`${styles.now} ${className}`}
      style={{ '--hour': hour }}
      data-early={hour < firstHour + labelHours || undefined}
      aria-hidden="true"
    >
      <span>{children}</span>
    </i>
  );
}
