import { callMinutes } from '../call';
import {
  formatLocalDay,
  formatLocalTime,
  getZoneAbbreviation,
  getZoneCity,
} from '../format-call-time';
import './call.css';
import { MINUTE } from '../../../lib/time';

interface Props {
  start: string;
  timeZone: string;
  isCanceled?: boolean;
}

/** Day and time of a call. */
export function CallTime({ start, timeZone, isCanceled = false }: Props) {
  const at = new Date(start);
  const end = new Date(at.getTime() + callMinutes * MINUTE);
  return (
    <p className={isCanceled ? 'sch-w off' : 'sch-w'}>
      <b>{formatLocalDay(at, timeZone)}</b>
      <span className="num">
        <b>{`${formatLocalTime(at, timeZone)} – ${formatLocalTime(end, timeZone)}`}</b>{' '}
        <small>{`${getZoneCity(timeZone)}, ${getZoneAbbreviation(at, timeZone)}`}</small>
      </span>
    </p>
  );
}
