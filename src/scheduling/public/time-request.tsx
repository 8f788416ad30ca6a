import { type RefObject, useState } from 'react';
import { getFieldErrors, getServerMessage, hasStatus } from '../../lib/network/http-client';
import { formatDay, formatTime } from '../../lib/time/format-date';
import * as textStyles from '../../ui/styles/text.module.css';
import * as styles from './call.module.css';
import { parseAlternatives } from './queries';
import * as timeButtonStyles from './time-button.module.css';

/** A time that somebody else has taken, with the nearest available ones. */
export interface TakenTime {
  start: string;
  message: string;
  slots: string[];
}

interface RequestState {
  busy: boolean;
  failure: string | null;
  /** No more calls can be booked for now. */
  isLimited: boolean;
  taken: TakenTime | null;
}

const idle: RequestState = { busy: false, failure: null, isLimited: false, taken: null };

/**
 * State of a request for the time `start`: busy, failed, or the time is taken.
 * @param onTaken called when the time has been taken
 * @param isSending set while the request is under way
 */
export function useTimeRequest(start: string, onTaken: () => void, isSending: RefObject<boolean>) {
  const [state, setState] = useState(idle);

  async function send(request: () => Promise<void>): Promise<void> {
    setState({ ...idle, busy: true });
    isSending.current = true;
    try {
      await request();
      setState(idle);
    } catch (error) {
      const slots = parseAlternatives(error);
      if (slots) {
        const message = getServerMessage(error, 'This time has just been taken.');
        setState({ ...idle, taken: { start, message, slots } });
        onTaken();
        return;
      }
      // Sent again unchanged, it is carried out once. With another time it is a second request.
      const failure = getServerMessage(
        error,
        'The server could not be reached. Please send this again before you change anything.',
      );
      // The form has marked its own fields. The message alone would refer to marks that are missing.
      const [fieldError = failure] = Object.values(getFieldErrors(error));
      setState({ ...idle, failure: fieldError, isLimited: hasStatus(error, 429) });
    } finally {
      isSending.current = false;
    }
  }

  // The alternatives go away when another time is chosen.
  return { ...state, taken: state.taken?.start === start ? state.taken : null, send };
}

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
