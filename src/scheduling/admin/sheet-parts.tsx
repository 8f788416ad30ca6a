import type { ReactNode } from 'react';
import {
  type ClosedTime,
  formatHour,
  getCallHour,
  listLabeledHours,
  type SheetRange,
} from './day-hours';
import * as styles from './sheet.module.css';

/** Number of hours in the narrowest sheet, for which the distances below are. */
const minHours = 12;

/** Converts a distance in the narrowest sheet to hours of this one, which has the same width. */
const scale = (hours: number, { first, last }: SheetRange) => (hours * (last - first)) / minHours;

/** Maximum number of hours that have a label, and of those that have one on phones, too. */
const maxLabels = { all: 14, phones: 3 };

/** Hours that the current time covers of the labels beside it. */
const nowLabelHours = 0.75;

interface HoursProps {
  className: string | undefined;
  range: SheetRange;
  /** The current hour, if its time replaces the label beside it. */
  nowHour?: number;
}

/** The hours at the head of a sheet. */
export function SheetHours({ className, range, nowHour }: HoursProps) {
  const onPhones = listLabeledHours(range, maxLabels.phones);
  const labeled = new Set([...listLabeledHours(range, maxLabels.all), ...onPhones]);
  const isCovered = (hour: number) =>
    nowHour !== undefined && Math.abs(nowHour - hour) <= scale(nowLabelHours, range);
  return (
    <div className={`${styles.hours} ${className}`} aria-hidden="true">
      {[...labeled].map((hour) => (
        <span
          key={hour}
          className={onPhones.includes(hour) ? styles.onPhones : undefined}
          style={{ '--hour': hour }}
        >
          {!isCovered(hour) && formatHour(hour, range.first)}
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

/** Creates the attributes that place a call in its row. @param starts those of the row, in order */
export function createBlockProps(starts: readonly Date[], index: number, range: SheetRange) {
  const hours = starts.map(getCallHour);
  const from = hours[index] ?? range.first;
  const next = hours[index + 1];
  const free = (next ?? range.last) - from;
  const before = from - (hours[index - 1] ?? range.first);
  const isNarrow = free < scale(minLabelHours, range);
  // The last call of the row has its label on the left when there is more room.
  const isLabelBefore = isNarrow && next === undefined && before >= scale(3 * minLabelHours, range);
  return {
    className: styles.call,
    'data-label-before': isLabelBefore || undefined,
    'data-narrow': (isNarrow && !isLabelBefore) || undefined,
    'data-tight': (free < scale(minTimeHours, range) && !isLabelBefore) || undefined,
    style: { '--from': from, '--free': Math.max(free, 0.5), '--before': before },
  };
}

export type BlockProps = ReturnType<typeof createBlockProps>;

interface NowProps {
  hour: number;
  range: SheetRange;
  className: string | undefined;
  children: ReactNode;
}

/** Hours that the time beside the line covers on a phone. */
const labelHours = 1.75;

/** The line that marks the present, with its time, if the sheet has its hour. */
export function NowLine({ hour, range, className, children }: NowProps) {
  if (hour < range.first || hour >= range.last) return null;
  return (
    <i
      className={`${styles.now} ${className}`}
      style={{ '--hour': hour }}
      data-early={hour < range.first + scale(labelHours, range) || undefined}
      aria-hidden="true"
    >
      <span>{children}</span>
    </i>
  );
}
