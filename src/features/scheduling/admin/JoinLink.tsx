import { getButtonClass } from '../../../ui/Button';
import { getCallPersonName } from './booking-labels';
import * as styles from './JoinLink.module.css';
import type { Booking } from './queries';

/** Opens the meeting of a call, if it has a link. */
export function JoinLink({ call }: { call: Booking }) {
  return (
    call.meetingUrl && (
      <a
        className={`${getButtonClass('secondary', 's')} ${styles.join}`}
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
