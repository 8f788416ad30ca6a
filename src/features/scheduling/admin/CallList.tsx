import * as layoutStyles from '../../../ui/layout.module.css';
import { formatLongDay } from '../../leads/admin/format-due';
import { useNow } from '../../leads/admin/use-now';
import { callMinutes } from '../call';
import { formatAhead, formatBookingTime } from './booking-labels';
import { CallFormButton } from './CallFormButton';
import * as styles from './CallList.module.css';
import { CallRow } from './CallRow';
import { isPlanned } from './call-lists';
import { JoinLink } from './JoinLink';
import type { Booking } from './queries';
import { UnconfirmedPerson } from './UnconfirmedPerson';

/** Upcoming calls, soonest first, with phone number, lead and link, to move or to cancel. */
export function CallList({ calls }: { calls: readonly Booking[] }) {
  const now = useNow();
  const days = calls.map((call) =>
    call.start === null ? formatBookingTime(call) : formatLongDay(new Date(call.start), now),
  );
  return (
    <ul aria-label="Upcoming calls">
      {calls.map((call, index) => {
        const day = days[index] ?? '';
        const isFirstOfDay = day !== days[index - 1];
        return (
          <li key={call.id}>
            <p className={isFirstOfDay ? styles.day : layoutStyles.visuallyHidden}>{day}</p>
            <CallRow
              call={call}
              note={index === 0 && call.start ? formatAhead(call.start, now) : `${callMinutes} min`}
              isNext={index === 0}
              actions={<CallActions call={call} isNext={index === 0} />}
            >
              {!call.personConfirmed && <UnconfirmedPerson call={call} />}
            </CallRow>
          </li>
        );
      })}
    </ul>
  );
}

/** Actions on a call. Calls at a provider are moved and canceled there. */
function CallActions({ call, isNext }: { call: Booking; isNext: boolean }) {
  return (
    <>
      {isNext && <JoinLink call={call} />}
      {call.source === 'site' && (
        <>
          {isPlanned(call, new Date()) && (
            <CallFormButton kind="link" call={call} name="Link of the call with">
              Link
            </CallFormButton>
          )}
          <CallFormButton kind="move" call={call} name="Move the call with">
            Move
          </CallFormButton>
          <CallFormButton kind="cancel" call={call} name="Cancel the call with">
            Cancel
          </CallFormButton>
        </>
      )}
    </>
  );
}
