import { formatTime } from '../../../lib/format-date';
import { getZoneName } from '../format-call-time';
import * as styles from './BothZones.module.css';
import { formatBookingTime } from './booking-labels';

interface Props {
  /** The call's start: ISO 8601, UTC. */
  start: string;
  /** The visitor's first name and time zone. */
  name: string;
  timeZone: string | null;
}

/** Formats what time it is for the visitor: "For Hanna: 11:30 AM, Pacific Time". */
export const formatVisitorTime = ({ start, name, timeZone }: Props): string | null =>
  timeZone && `For ${name}: ${formatTime(new Date(start), timeZone)}, ${getZoneName(timeZone)}`;

/** The time of a call for the owner and for the visitor, before anything is sent. */
export function BothZones(props: Props) {
  return (
    <p className={styles.zones} role="status">
      <b>{formatBookingTime({ start: props.start, source: 'site' })}</b>
      {formatVisitorTime(props)}
    </p>
  );
}
