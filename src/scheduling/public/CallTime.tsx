import { MINUTE } from '../../lib/time/durations';
import { formatDay, formatTime, getZoneName } from '../../lib/time/format-date';
import { getZoneCity } from '../../lib/time/time-zone';
import * as textStyles from '../../ui/styles/text.module.css';
import { callMinutes } from '../call';
import * as styles from './call.module.css';

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
    <p className={isCanceled ? `${styles.time} ${styles.canceled}` : styles.time}>
      <strong>{formatDay(at, timeZone)}</strong>
      <span className={textStyles.tabularNumbers}>
        <strong>{`${formatTime(at, timeZone)} – ${formatTime(end, timeZone)}`}</strong>{' '}
        <small>{`${getZoneCity(timeZone)}, ${getZoneName(timeZone)}`}</small>
      </span>
    </p>
  );
}
