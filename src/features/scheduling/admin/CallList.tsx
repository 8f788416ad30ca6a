import type { Selection } from '../../../collection-kit/list/use-selection';
import * as formStyles from '../../../ui/form.module.css';
import * as layoutStyles from '../../../ui/layout.module.css';
import { formatLongDay } from '../../leads/admin/format-due';
import { useNow } from '../../leads/admin/use-now';
import { callMinutes } from '../call';
import { formatAhead, formatBookingTime, getCallPersonName } from './booking-labels';
import { CallFormButton } from './CallFormButton';
import * as styles from './CallList.module.css';
import { CallRow } from './CallRow';
import { isPlanned, isSelectable } from './call-lists';
import { JoinLink } from './JoinLink';
import type { Booking } from './queries';
import { UnconfirmedPerson } from './UnconfirmedPerson';

interface Props {
  calls: readonly Booking[];
  /** Set while the owner selects calls. */
  selection?: Selection | undefined;
}

/** Upcoming calls, soonest first, with phone number, lead and link, to move or to cancel. */
export function CallList({ calls, selection }: Props) {
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
              actions={
                selection ? (
                  <SelectBox call={call} selection={selection} />
                ) : (
                  <CallActions call={call} isNext={index === 0} />
                )
              }
            >
              {!call.personConfirmed && call.heldUntil === null && (
                <UnconfirmedPerson call={call} />
              )}
            </CallRow>
          </li>
        );
      })}
    </ul>
  );
}

/** Selects a call that was booked here. */
function SelectBox({ call, selection }: { call: Booking; selection: Selection }) {
  if (!isSelectable(call)) return null;
  return (
    <label className={formStyles.checkbox}>
      <input
        type="checkbox"
        aria-label={`Select the call with ${getCallPersonName(call)}`}
        checked={selection.isSelected(call.id)}
        // The click, because a change does not say whether Shift is pressed.
        onClick={(event) => selection.toggle(call.id, event.shiftKey)}
        onChange={() => undefined}
      />
    </label>
  );
}

/** Actions on a call. Calls at a provider are moved and canceled there. */
function CallActions({ call, isNext }: { call: Booking; isNext: boolean }) {
  return (
    <>
      {isNext && <JoinLink call={call} />}
      {call.source === 'site' && (
        <>
          {isPlanned(call, new Date()) && call.heldUntil === null && (
            <CallFormButton kind="link" call={call} name="Link of the call with">
              Link
            </CallFormButton>
          )}
          {call.heldUntil === null && (
            <CallFormButton kind="move" call={call} name="Move the call with">
              Move
            </CallFormButton>
          )}
          <CallFormButton kind="cancel" call={call} name="Cancel the call with">
            Cancel
          </CallFormButton>
        </>
      )}
    </>
  );
}
