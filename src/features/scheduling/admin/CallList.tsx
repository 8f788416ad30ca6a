import { useState } from 'react';
import { Link } from 'wouter';
import { formatAddress } from '../../../lib/format-address';
import { buildPhoneUrl } from '../../../lib/phone-url';
import { Button } from '../../../ui/Button';
import * as textStyles from '../../../ui/text.module.css';
import { formatBookingStatus, formatBookingTime, getCallPersonName } from './booking-labels';
import { CallDetail, CallSource } from './CallDetail';
import { CancelCallDialog } from './CancelCallDialog';
import { ConfirmPersonButton } from './ConfirmPersonButton';
import * as styles from './calls.module.css';
import { MoveCallDialog } from './MoveCallDialog';
import type { Booking } from './queries';

interface OpenDialog {
  kind: 'move' | 'cancel';
  call: Booking;
}

/** Upcoming calls, soonest first, with phone number, lead and link, to move or to cancel. */
export function CallList({ calls }: { calls: readonly Booking[] }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const close = () => setDialog(null);
  return (
    <>
      <ul className={styles.calls} aria-label="Upcoming calls">
        {calls.map((call) => (
          <li key={call.id}>
            <b className={textStyles.tabularNumbers}>{formatBookingTime(call)}</b>
            <CallPerson call={call} />
            <CallActions call={call} onOpen={(kind) => setDialog({ kind, call })} />
          </li>
        ))}
      </ul>
      {dialog?.kind === 'cancel' && <CancelCallDialog call={dialog.call} onClose={close} />}
      {dialog?.kind === 'move' && <MoveCallDialog call={dialog.call} onClose={close} />}
    </>
  );
}

interface ActionProps {
  call: Booking;
  onOpen: (kind: OpenDialog['kind']) => void;
}

/** Actions on a call. Calls at a provider are moved and canceled there. */
function CallActions({ call, onOpen }: ActionProps) {
  const name = getCallPersonName(call);
  return (
    <span className={styles.callActions}>
      {call.leadId && !call.personConfirmed && <ConfirmPersonButton id={call.id} />}
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

/** Contact of a call, with email address and phone number. */
function CallPerson({ call }: { call: Booking }) {
  const { leadId, phone, meetingUrl } = call;
  const name = getCallPersonName(call);
  return (
    <span>
      {leadId ? <Link href={`/admin/leads/${leadId}`}>{name}</Link> : name}
      <CallDetail>{[call.company && call.name, call.email].filter(Boolean).join(', ')}</CallDetail>
      {(phone || meetingUrl) && (
        <CallDetail>
          <span className={styles.reach}>
            {phone && <a href={buildPhoneUrl(phone)}>{phone}</a>}
            {meetingUrl && (
              <a href={meetingUrl} target="_blank" rel="noopener noreferrer">
                {formatAddress(meetingUrl)}
              </a>
            )}
          </span>
        </CallDetail>
      )}
      {call.source !== 'site' && <CallDetail>{formatBookingStatus(call)}</CallDetail>}
      {!call.personConfirmed && (
        <CallDetail>
          Booked with the lead’s email, but not from their own link. Confirming moves the lead to
          Discovery Call.
        </CallDetail>
      )}
      <CallSource attribution={call.attribution} />
    </span>
  );
}
