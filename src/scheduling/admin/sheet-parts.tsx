import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { toWallTime } from '../../lib/time/wall-time';
import type { CallHours } from '../hours/call-hours';
import {
  formatSheetHour,
  getCallHour,
  getHour,
  listClosedTimes,
  listLabeledHours,
  type SheetRange,
  toDayKey,
} from './availability/day-hours';
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
          {!isCovered(hour) && formatSheetHour(hour, range.first)}
        </span>
      ))}
    </div>
  );
}

/** Distance between calls, in hours, below which they show only their time. */
const minLabelHours = 1.5;

/** Calls closer than this show no label, in hours. */
const minTimeHours = 1;

/** Creates the attributes that place a call in its row. @param starts those of the row, in order */
function createBlockProps(starts: readonly Date[], index: number, range: SheetRange) {
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

/** A call in a row, or the time that is chosen for one. */
export interface SheetBlock {
  key: string;
  at: Date;
  /** The address of the lead's page; null when there is none. */
  href: string | null;
  title: string;
  note: ReactNode;
  attributes?: Record<`data-${string}`, string | boolean | undefined>;
}

interface RowProps {
  /** The day, as a wall time. */
  date: Date;
  /** Undefined until they are loaded. */
  callHours: CallHours | undefined;
  range: SheetRange;
  /** In order. */
  blocks: readonly SheetBlock[];
  now: Date;
  /** The time on the line that marks the present. */
  nowLabel: string;
  className: string | undefined;
  nowClass: string | undefined;
  children?: ReactNode;
}

/** A day: its closed hours hatched, its calls as blocks, and now as a line. */
export function SheetRow(props: RowProps) {
  const { date, callHours, range, blocks, now, nowLabel, className, nowClass, children } = props;
  const wallNow = toWallTime(now);
  const isToday = toDayKey(date) === toDayKey(wallNow);
  const starts = blocks.map(({ at }) => at);
  return (
    <div className={`${styles.row} ${className}`}>
      {callHours &&
        listClosedTimes(callHours, date, range, starts).map(({ from, to, label }) => (
          <i key={from} className={styles.closed} style={{ '--from': from, '--to': to }}>
            {label && <span>{label}</span>}
          </i>
        ))}
      {blocks.length > 0 && (
        <ul>
          {blocks.map(({ key, href, title, note, attributes }, index) => {
            const block = { ...createBlockProps(starts, index, range), ...attributes };
            const text = (
              <span>
                <b>{title}</b>
                <small>{note}</small>
              </span>
            );
            return (
              <li key={key}>
                {href === null ? (
                  <span {...block}>{text}</span>
                ) : (
                  <Link href={href} {...block}>
                    {text}
                  </Link>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {children}
      {isToday && (
        <NowLine hour={getHour(wallNow)} range={range} className={nowClass}>
          {nowLabel}
        </NowLine>
      )}
    </div>
  );
}

interface NowProps {
  hour: number;
  range: SheetRange;
  className: string | undefined;
  children: ReactNode;
}

/** Hours that the time beside the line covers on a phone. */
const labelHours = 1.75;

/** The line that marks the present, with its time, if the sheet has its hour. */
function NowLine({ hour, range, className, children }: NowProps) {
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
