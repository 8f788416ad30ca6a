import { formatDay, formatTime } from '../../lib/format-date';
import * as textStyles from '../../ui/text.module.css';
import * as styles from './call.module.css';
import * as timeButtonStyles from './time-button.module.css';
import type { TakenTime } from './use-time-request';

interface Props {
  taken: TakenTime | null;
  timeZone: string;
  onChoose: (start: string) => void;
}

/** Shown when the chosen time was taken: buttons for the nearest available times. */
export function AlternativeSlots({ taken, timeZone, onChoose }: Props) {
  if (!taken) return null;
  return (
    <div className={styles.alternatives} role="alert">
      <p>{taken.message}</p>
      {taken.slots.length > 0 && (
        <ul>
          {taken.slots.map((slot) => (
            <li key={slot}>
              <button
                type="button"
                className={`${timeButtonStyles.button} ${textStyles.tabularNumbers}`}
                onClick={() => onChoose(slot)}
              >
                <small>{formatDay(new Date(slot), timeZone)}</small>{' '}
                {formatTime(new Date(slot), timeZone)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
