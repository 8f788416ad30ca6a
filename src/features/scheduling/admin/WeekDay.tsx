import { Link } from 'wouter';
import { formatTime, getDateFormat } from '../../../lib/format-date';
import { toWallTime } from '../../../lib/wall-time';
import { getCallPersonName, getFirstName, resultLabels } from './booking-labels';
import { isFormOpen, useCallForms } from './call-forms';
import { isOver } from './call-lists';
import { type ClosedTime, getHour, type SheetRange, toDayKey } from './day-hours';
import type { Booking } from './queries';
import * as sheetStyles from './sheet.module.css';
import { type BlockProps, ClosedTimes, createBlockProps, NowLine } from './sheet-parts';
import * as styles from './WeekDay.module.css';

interface Props {
  date: Date;
  range: SheetRange;
  closed: readonly ClosedTime[];
  calls: readonly Booking[];
  /** The time that is chosen in a form. */
  target: string | undefined;
  now: Date;
}

/** A day of the week: its calls as blocks, and the time to which one is moved. */
export function WeekDay({ date, range, closed, calls, target, now }: Props) {
  const wallNow = toWallTime(now);
  const isToday = toDayKey(date) === toDayKey(wallNow);
  const nowHour = getHour(wallNow);
  const blocks = [
    ...calls.map((call) => ({ key: call.id, at: new Date(call.start ?? 0), call })),
    ...(target ? [{ key: 'target', at: new Date(target), call: null }] : []),
  ].sort((a, b) => a.at.getTime() - b.at.getTime());
  const starts = blocks.map(({ at }) => at);
  return (
    <li className={styles.day} data-today={isToday || undefined}>
      <p className={styles.name}>
        <b>{getDateFormat({ weekday: 'short' }, 'UTC').format(date)}</b>
        <small>
          {getDateFormat({ month: 'short', day: 'numeric' }, 'UTC').format(date)}
          {isToday && ', today'}
        </small>
      </p>
      <div className={`${sheetStyles.row} ${styles.row}`}>
        <ClosedTimes times={closed} />
        {blocks.map(({ key, at, call }, index) => {
          const block = createBlockProps(starts, index, range);
          return call ? (
            <WeekCall key={key} call={call} at={at} now={now} block={block} />
          ) : (
            <Target key={key} at={at} block={block} />
          );
        })}
        {isToday && (
          <NowLine hour={nowHour} range={range} className={styles.now}>
            {formatTime(now)}
          </NowLine>
        )}
      </div>
    </li>
  );
}

interface CallProps {
  call: Booking;
  at: Date;
  now: Date;
  block: BlockProps;
}

function WeekCall({ call, at, now, block }: CallProps) {
  const { current } = useCallForms();
  const isCanceled = call.status === 'canceled';
  const note = isCanceled ? 'canceled' : call.result && resultLabels[call.result];
  const content = (
    <span>
      <b>{call.name ?? getCallPersonName(call)}</b>
      <small>
        {formatTime(at)}
        {note && <span>, {note}</span>}
        {call.name && call.company && <span>, {call.company}</span>}
      </small>
    </span>
  );
  const props = {
    ...block,
    'data-state': isCanceled ? 'canceled' : isOver(call, now) ? 'over' : 'booked',
    'data-moving': isFormOpen(current, 'move', call) || undefined,
  };
  return call.leadId ? (
    <Link href={`/admin/leads/${call.leadId}`} {...props}>
      {content}
    </Link>
  ) : (
    <span {...props}>{content}</span>
  );
}

/** The time that is chosen for a call. */
function Target({ at, block }: { at: Date; block: BlockProps }) {
  const { current } = useCallForms();
  return (
    <span {...block} data-state="target">
      <span>
        <b>{current?.kind === 'move' ? 'New time' : 'New call'}</b>
        <small>
          {formatTime(at)}
          {current?.kind === 'move' && <span>, for {getFirstName(current.call)}</span>}
        </small>
      </span>
    </span>
  );
}
