import { useState } from 'react';
import { Link } from 'wouter';
import { formatAddress } from '../../../lib/format-address';
import { formatTime } from '../../../lib/format-date';
import { buildPhoneUrl } from '../../../lib/phone-url';
import { Button } from '../../../ui/Button';
import * as layoutStyles from '../../../ui/layout.module.css';
import * as textStyles from '../../../ui/text.module.css';
import { formatLongDay } from '../../leads/admin/format-due';
import { formatDuration } from '../../leads/admin/format-duration';
import { useNow } from '../../leads/admin/use-now';
import { callMinutes } from '../call';
import { formatBookingStatus, formatBookingTime, getCallPersonName } from './booking-labels';
import { CallDetail, CallSource } from './CallDetail';
import * as styles from './CallList.module.css';
import { CancelCallDialog } from './CancelCallDialog';
import { ConfirmPersonButton } from './ConfirmPersonButton';
import { JoinLink } from './JoinLink';
import { MoveCallDialog } from './MoveCallDialog';
import type { Booking } from './queries';

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
      <ul className={styles.calls} aria-label="Upcoming calls">
        {calls.map((call, index) => {
          const day = days[index] ?? '';
          const isFirstOfDay = day !== days[index - 1];
          return (
            <li key={call.id}>
              <p className={isFirstOfDay ? styles.day : layoutStyles.visuallyHidden}>{day}</p>
              <div
                className={styles.call}
                data-next={(index === 0 && call.start !== null) || undefined}
              >
                <CallStart call={call} now={now} isNext={index === 0} />
                <CallPerson call={call} />
                <CallActions
                  call={call}
                  isNext={index === 0}
                  onOpen={(kind) => setDialog({ kind, call })}
                />
                {!call.personConfirmed && <UnconfirmedPerson call={call} />}
              </div>
            </li>
          );
        })}
      </ul>
      {dialog?.kind === 'cancel' && <CancelCallDialog call={dialog.call} onClose={close} />}
      {dialog?.kind === 'move' && <MoveCallDialog call={dialog.call} onClose={close} />}
    </>
  );
}

interface StartProps {
  call: Booking;
  now: Date;
  isNext: boolean;
}

/** When a call starts; for the next one, also how soon. */
function CallStart({ call: { start }, now, isNext }: StartProps) {
  if (start === null) return <span />;
  const at = new Date(start);
  const aheadMs = at.getTime() - now.getTime();
  const note = aheadMs <= 0 ? 'now' : `in ${formatDuration(aheadMs)}`;
  return (
    <time className={styles.time} dateTime={start}>
      <b>{formatTime(at)}</b>
      <span className={textStyles.meta}>{isNext ? note : `${callMinutes} min`}</span>
    </time>
  );
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
    <span className={styles.actions}>
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
    </span>
  );
}

/** Contact of a call: name and company, phone number or email, and the link. */
function CallPerson({ call }: { call: Booking }) {
  const { leadId, phone, meetingUrl, name, company, email } = call;
  const title = name ?? getCallPersonName(call);
  return (
    <div className={styles.person}>
      <b>{leadId ? <Link href={`/admin/leads/${leadId}`}>{title}</Link> : title}</b>
      {name && company && `, ${company}`}
      <p className={styles.reach}>
        {phone && <a href={buildPhoneUrl(phone)}>{phone}</a>}
        {!phone && email && <a href={`mailto:${email}`}>{email}</a>}
        {meetingUrl && (
          <a href={meetingUrl} target="_blank" rel="noopener noreferrer">
            {formatAddress(meetingUrl)}
          </a>
        )}
      </p>
      {call.source !== 'site' && <CallDetail>{formatBookingStatus(call)}</CallDetail>}
      <CallSource attribution={call.attribution} />
    </div>
  );
}

/** Asks whether the lead booked a call that only has the lead's email. */
function UnconfirmedPerson({ call }: { call: Booking }) {
  return (
    <div className={styles.unconfirmed}>
      <p>
        Booked with the lead’s email, but not from their own link. Confirming moves the lead to
        Discovery Call.
      </p>
      {call.leadId && <ConfirmPersonButton id={call.id} />}
    </div>
  );
}
