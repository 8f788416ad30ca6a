import type { ReactNode } from 'react';
import { LeadSource } from '../../analytics/admin/LeadSource';
import type { Attribution } from '../../analytics/attribution/touch';
import { formatTime, getDateFormat, getZoneName } from '../../lib/time/format-date';
import { getButtonClass } from '../../ui/Button';
import { InputField } from '../../ui/form/fields';
import { ArrowRight } from '../../ui/icons/desk-icons';
import * as textStyles from '../../ui/styles/text.module.css';
import * as styles from './call/CallDialog.module.css';
import { formatCallStart, getCallPersonName, getVisitorName } from './call-labels';
import { type Call, useHasMeetingLink } from './queries';

/** A line of details about a call. */
export function CallDetail({ children }: { children: ReactNode }) {
  return <span className={`${textStyles.meta} ${styles.detail}`}>{children}</span>;
}

/** Source of the booking, if known. */
export function SourceDetail({ attribution }: { attribution: Attribution | null }) {
  return (
    attribution && (
      <CallDetail>
        Source: <LeadSource attribution={attribution} />
      </CallDetail>
    )
  );
}

/** Opens the meeting of a call, if it has a link. */
export function JoinLink({ call }: { call: Call }) {
  return (
    call.meetingUrl && (
      <a
        className={`${getButtonClass('secondary', 'touch')} ${styles.join}`}
        href={call.meetingUrl}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={`Join the call with ${getCallPersonName(call)}`}
      >
        Join
      </a>
    )
  );
}

interface BothZonesProps {
  /** The call's start: ISO 8601, UTC. */
  start: string;
  /** The visitor's first name and time zone. */
  name: string;
  timeZone: string | null;
}

/** Formats what time it is for the visitor: "For Hanna: 11:30 am, Pacific Time". */
const formatVisitorTime = ({ start, name, timeZone }: BothZonesProps): string | null =>
  timeZone && `For ${name}: ${formatTime(new Date(start), timeZone)}, ${getZoneName(timeZone)}`;

/** The time of a call for the owner and for the visitor, before anything is sent. */
export function BothZones(props: BothZonesProps) {
  return (
    <p className={styles.zones} role="status">
      <b>{formatCallStart({ start: props.start, source: 'site' })}</b>
      {formatVisitorTime(props)}
    </p>
  );
}

interface FromToProps {
  call: Call;
  /** The new start: ISO 8601, UTC. */
  start: string | undefined;
}

/** Formats the day of a time: "Wed, March 18". */
const formatMoveDay = (iso: string): string =>
  getDateFormat({ weekday: 'short', month: 'long', day: 'numeric' }).format(new Date(iso));

/** The old time of a call, and the new one once it is chosen, also for the visitor. */
export function FromTo({ call, start }: FromToProps) {
  const visitorTime =
    start && formatVisitorTime({ start, name: getVisitorName(call), timeZone: call.timeZone });
  return (
    <div className={styles.fromTo}>
      <p>
        <small>{call.name ?? getCallPersonName(call)}</small>
        {call.start && (
          <del>
            {formatMoveDay(call.start)}
            <br />
            {formatTime(new Date(call.start))}
          </del>
        )}
      </p>
      <ArrowRight />
      <p role="status">
        <small>New time</small>
        {start ? (
          <b>
            {formatMoveDay(start)}
            <br />
            {formatTime(new Date(start))}
          </b>
        ) : (
          <span>Choose one below</span>
        )}
      </p>
      {visitorTime && <p className={styles.visitor}>{visitorTime}</p>}
    </div>
  );
}

interface MeetingLinkFieldProps {
  value: string;
  onChange: (url: string) => void;
  error: string | undefined;
  readOnly: boolean;
}

/** Field for a call's own meeting link. */
export function MeetingLinkField(props: MeetingLinkFieldProps) {
  const hasMeetingLink = useHasMeetingLink();
  return (
    <InputField
      {...props}
      label="Meeting link"
      optional
      hint={hasMeetingLink ? 'Without one, the link in Settings is sent.' : undefined}
      type="url"
      inputMode="url"
      maxLength={500}
    />
  );
}
