import { useState } from 'react';
import { Button } from '../../../ui/Button';
import * as layoutStyles from '../../../ui/layout.module.css';
import { formatLongDay } from '../../leads/admin/format-due';
import { formatDuration } from '../../leads/admin/format-duration';
import { useNow } from '../../leads/admin/use-now';
import { callMinutes } from '../call';
import { formatBookingTime, getCallPersonName } from './booking-labels';
import * as styles from './CallList.module.css';
import { CallRow } from './CallRow';
import { CancelCallDialog } from './CancelCallDialog';
import { JoinLink } from './JoinLink';
import { MoveCallDialog } from './MoveCallDialog';
import type { Booking } from './queries';
import { UnconfirmedPerson } from './UnconfirmedPerson';

interface OpenDialog {
  kind: 'move' | 'cancel';
  call: Booking;
}

/** Upcoming calls, soonest first, with phone number, lead and link, to move or to cancel. */
export function CallList({ calls }: { calls: readonly Booking[] }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const now = useNow();
  const close = () => setDialog(null);
  const days = calls.map((call) =>
    call.start === null ? formatBookingTime(call) : formatLongDay(new Date(call.start), now),
  );
  return (
    <>
      <ul aria-label="Upcoming calls">
        {calls.map((call, index) => {
          const day = days[index] ?? '';
          const isFirstOfDay = day !== days[index - 1];
          return (
            <li key={call.id}>
              <p className={isFirstOfDay ? styles.day : layoutStyles.visuallyHidden}>{day}</p>
              <CallRow
                call={call}
                note={index === 0 ? formatAhead(call, now) : `${callMinutes} min`}
                isNext={index === 0}
                actions={
                  <CallActions
                    call={call}
                    isNext={index === 0}
                    onOpen={(kind) => setDialog({ kind, call })}
                  />
                }
              >
                {!call.personConfirmed && <UnconfirmedPerson call={call} />}
              </CallRow>
            </li>
          );
        })}
      </ul>
      {dialog?.kind === 'cancel' && <CancelCallDialog call={dialog.call} onClose={close} />}
      {dialog?.kind === 'move' && <MoveCallDialog call={dialog.call} onClose={close} />}
    </>
  );
}

/** Formats how soon a call starts: "in 30 min". */
function formatAhead({ start }: Booking, now: Date): string {
  const aheadMs = new Date(start ?? now).getTime() - now.getTime();
  return aheadMs <= 0 ? 'now' : `in ${formatDuration(aheadMs)}`;
}

interface ActionProps {
  call: Booking;
  isNext: boolean;
  onOpen: (kind: OpenDialog['kind']) => void;
}

/** Actions on a call. Calls at a provider are moved and canceled there. */
function CallActions({ call, isNext, onOpen }: ActionProps) {
  const name = getCallPersonName(call);
  return (
    <>
      {isNext && <JoinLink call={call} />}
      {call.source === 'site' && (
        <>
          <Button
            variant="quiet"
            size="s"
            aria-label={`Move the call with ${name}`}
            onClick={() => onOpen('move')}
          >
            Move
          </Button>
          <Button
            variant="quiet"
            size="s"
            aria-label={`Cancel the call with ${name}`}
            onClick={() => onOpen('cancel')}
          >
            Cancel
          </Button>
        </>
      )}
    </>
  );
}
