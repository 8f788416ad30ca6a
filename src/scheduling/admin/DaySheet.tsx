import { Link } from 'wouter';
import { formatCount } from '../../lib/format-number';
import { formatClockTime, formatTime } from '../../lib/time/format-date';
import { toWallTime } from '../../lib/time/wall-time';
import {
  createSheetStyle,
  findSheetRange,
  getCallHour,
  getHour,
  listOpenSpans,
  type SheetRange,
} from './availability/day-hours';
import { getCallPersonName } from './call-labels';
import { JoinLink } from './call-parts';
import * as styles from './DaySheet.module.css';
import { type Call, useCallHours } from './queries';
import * as sheetStyles from './sheet.module.css';
import { SheetHours, SheetRow } from './sheet-parts';

interface Props {
  calls: readonly Call[];
  now: Date;
  /** Builds the address of a lead's page. */
  buildLeadPath: (id: string) => string;
  callsHref: string;
}

/** Share of the sheet's width that the number of calls takes on a phone. */
const countWidth = 0.28;

/** Keeps the number of calls on the left of a call at the end of the sheet. */
function createCountStyle(starts: readonly Date[], { first, last }: SheetRange) {
  const hours = last - first;
  const free = starts.map((at) => last - getCallHour(at)).filter((end) => end < countWidth * hours);
  return { '--end': `${(Math.max(0, ...free) / hours) * 100}%` };
}

/** Today: the calls as blocks, closed hours hatched, now as a line. */
export function DaySheet({ calls, now, buildLeadPath, callsHref }: Props) {
  const { data: callHours } = useCallHours();
  const wallNow = toWallTime(now);
  const timed = calls.flatMap((call) =>
    call.start === null ? [] : [{ call, at: new Date(call.start) }],
  );
  const starts = timed.map(({ at }) => at);
  const range = findSheetRange(callHours ? listOpenSpans(callHours, wallNow) : [], starts);
  const next = timed.find(({ at }) => at > now);
  const buildPath = ({ leadId }: Call) => (leadId ? buildLeadPath(leadId) : callsHref);
  return (
    <section
      id="calls"
      aria-label="Calls today"
      className={sheetStyles.sheet}
      style={createSheetStyle(range)}
    >
      <SheetHours className={styles.hours} range={range} nowHour={getHour(wallNow)} />
      <SheetRow
        date={wallNow}
        blocks={timed.map(({ call, at }) => ({
          key: call.id,
          at,
          href: buildPath(call),
          title: call.name ?? getCallPersonName(call),
          note: (
            <>
              {formatTime(at)}
              {call.name && call.company && <span>, {call.company}</span>}
            </>
          ),
        }))}
        nowLabel={formatClockTime(now)}
        className={styles.row}
        nowClass={styles.now}
        {...{ callHours, range, now }}
      >
        <Link className={styles.all} href={callsHref} style={createCountStyle(starts, range)}>
          {calls.length === 0 ? 'No calls today' : `${formatCount(calls.length, 'call')} today`}
        </Link>
      </SheetRow>
      {next && (
        <p className={styles.next}>
          <strong>{formatTime(next.at)}</strong>
          <Link href={buildPath(next.call)}>{next.call.name ?? getCallPersonName(next.call)}</Link>
          <JoinLink call={next.call} />
        </p>
      )}
    </section>
  );
}
