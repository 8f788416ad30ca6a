import type { ReactNode } from 'react';
import { type ClosedTime, formatHour, hours, keptHours } from './day-hours';
import * as styles from './sheet.module.css';

interface HoursProps {
  className: string | undefined;
  /** The hour of now, if its time takes the place of the label beside it. */
  nowHour?: number;
}

/** The hours at the head of a sheet. */
export function SheetHours({ className, nowHour = Number.NaN }: HoursProps) {
  return (
    <div className={`${styles.hours} ${className}`} aria-hidden="true">
      {hours.map((hour) => (
        <span
          key={hour}
          className={keptHours.includes(hour) ? styles.kept : undefined}
          style={{ '--hour': hour }}
        >
          {Math.abs(nowHour - hour) > 0.75 || Number.isNaN(nowHour) ? formatHour(hour) : null}
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

interface NowProps {
  hour: number;
  className: string | undefined;
  children: ReactNode;
}

/** The line that marks the present, with its time. */
export function NowLine({ hour, className, children }: NowProps) {
  return (
    <i className={`${styles.now} ${className}`} style={{ '--hour': hour }} aria-hidden="true">
      <span>{children}</span>
    </i>
  );
}
