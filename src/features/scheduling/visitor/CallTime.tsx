import { callMinutes } from '../call';
import { localDay, localTime, placeOf, zoneAbbreviation } from '../call-moments';
import './call.css';

interface Props {
  start: string;
  timeZone: string;
  /** The call does not take place. */
  off?: boolean;
}

/** A call's day and time as a covered stretch. */
export function CallTime({ start, timeZone, off = false }: Props) {
  const at = new Date(start);
  const end = new Date(at.getTime() + callMinutes * 60_000);
  return (
    <p className={off ? 'sch-w off' : 'sch-w'}>
      <b>{localDay(at, timeZone)}</b>
      <span className="num">
        <b>{`${localTime(at, timeZone)} – ${localTime(end, timeZone)}`}</b>{' '}
        <small>{`${placeOf(timeZone)}, ${zoneAbbreviation(at, timeZone)}`}</small>
      </span>
    </p>
  );
}
