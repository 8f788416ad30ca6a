import { useState } from 'react';
import { Link } from 'wouter';
import { buildPhoneUrl } from '../../../lib/phone-url';
import { Button } from '../../../ui/Button';
import * as textStyles from '../../../ui/text.module.css';
import { formatBookingStatus, formatBookingTime, getCallPersonName } from './booking-labels';
import { CallDetail, CallSource } from './CallDetail';
import { CancelCallDialog } from './CancelCallDialog';
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
            {call.source === 'site' && (
              <span className={styles.callActions}>
                <Button
                  variant="quiet"
                  size="s"
                  aria-label={`Move the call with ${getCallPersonName(call)}`}
                  onClick={() => setDialog({ kind: 'move', call })}
                >
                  Move
                </Button>
                <Button
                  variant="quiet"
                  size="s"
                  aria-label={`Cancel the call with ${getCallPersonName(call)}`}
                  onClick={() => setDialog({ kind: 'cancel', call })}
                >
                  Cancel
                </Button>
              </span>
            )}
          </li>
        ))}
      </ul>
      {dialog?.kind === 'cancel' && <CancelCallDialog call={dialog.call} onClose={close} />}
      {dialog?.kind === 'move' && <MoveCallDialog call={dialog.call} onClose={close} />}
    </>
  );
}

/** Who the call is with, and how to reach them. */
function CallPerson({ call }: { call: Booking }) {
  const { leadId, phone, meetingUrl } = call;
  const name = getCallPersonName(call);
  return (
    <span>
      {leadId ? <Link href={`/admin/leads/${leadId}`}>{name}</Link> : name}
      <CallDetail>{[call.company && call.name, call.email].filter(Boolean).join(', ')}</CallDetail>
      {(phone || meetingUrl) && (
        <CallDetail>
          {phone && <a href={buildPhoneUrl(phone)}>{phone}</a>}
          {phone && meetingUrl && ' '}
          {meetingUrl && (
            <a href={meetingUrl} target="_blank" rel="noopener noreferrer">
              {new URL(meetingUrl).host}
            </a>
          )}
        </CallDetail>
      )}
      {call.source !== 'site' && <CallDetail>{formatBookingStatus(call)}</CallDetail>}
      {!call.personConfirmed && (
        <CallDetail>
          Booked with a lead’s email, but not from their own link. Open the lead to confirm it’s
          them.
        </CallDetail>
      )}
      <CallSource attribution={call.attribution} />
    </span>
  );
}
