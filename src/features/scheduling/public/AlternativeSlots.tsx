import * as textStyles from '../../../ui/text.module.css';
import { formatLocalDay, formatLocalTime } from '../format-call-time';
import * as styles from './call.module.css';
import * as timeButtonStyles from './time-button.module.css';

interface Props {
  message: string;
  slots: readonly string[];
  timeZone: string;
  onChoose: (start: string) => void;
}

/** Shown when the chosen time was taken: buttons for the nearest available times. */
export function AlternativeSlots({ message, slots, timeZone, onChoose }: Props) {
  return (
    <div className={styles.alternatives} role="alert">
      <p>{message}</p>
      {slots.length > 0 && (
        <ul>
          {slots.map((slot) => (
            <li key={slot}>
              <button
                type="button"
                className={`${timeButtonStyles.button} ${textStyles.tabularNumbers}`}
                onClick={() => onChoose(slot)}
              >
                <small>{formatLocalDay(new Date(slot), timeZone)}</small>{' '}
                {formatLocalTime(new Date(slot), timeZone)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
