import { isSessionExpired } from '../../../foundation/auth/admin/queries';
import { getServerMessage } from '../../../lib/http-client';
import { Button } from '../../../ui/Button';
import * as textStyles from '../../../ui/text.module.css';
import { useToast } from '../../../ui/toast';
import { LeadSource } from '../../analytics/admin/LeadSource';
import * as leadDialogStyles from '../../leads/admin/LeadStatusDialog.module.css';
import type { LeadStatus } from '../../leads/contract';
import { formatBookingStatus, formatBookingTime } from './booking-labels';
import * as styles from './calls.module.css';
import { useChangeCall, useConfirmPerson, useLeadBookings } from './queries';

interface Props {
  id: string;
  /** Called with the lead's status after a confirmation, which may have changed it. */
  onStatus: (status: LeadStatus) => void;
}

/** Calls of a lead, with buttons to mark attendance of past ones. Renders nothing without calls. */
export function LeadBookings({ id, onStatus }: Props) {
  const { data, isError, error, isFetching, refetch } = useLeadBookings(id);
  const change = useChangeCall();
  const confirm = useConfirmPerson();
  const toast = useToast();
  const showFailure = (failure: Error) => {
    if (isSessionExpired(failure)) return;
    const description = getServerMessage(failure, 'Something went wrong. Please try again.');
    toast({ title: 'Error', description, tone: 'bad' });
  };

  function confirmPerson(bookingId: string) {
    confirm.mutate(bookingId, {
      onSuccess: ({ leadStatus }) => {
        if (leadStatus) onStatus(leadStatus);
        toast({ title: 'Lead updated' });
      },
      onError: showFailure,
    });
  }

  if (isError) {
    return (
      <div className={leadDialogStyles.panel} role="alert">
        <p>
          The calls could not be loaded.{' '}
          {getServerMessage(error, 'The server could not be reached.')}
        </p>
        <Button variant="secondary" size="s" busy={isFetching} onClick={() => refetch()}>
          Try again
        </Button>
      </div>
    );
  }
  if (!data || data.length === 0) return null;
  const now = new Date().toISOString();
  return (
    <ul className={`${leadDialogStyles.panel} ${styles.leadCalls}`} aria-label="Calls">
      {data.map((booking) => {
        const { status, source, start } = booking;
        const isOver = start !== null && start < now;
        const canMarkNoShow = source === 'site' && isOver && ['booked', 'no_show'].includes(status);
        return (
          <li key={booking.id} data-status={status}>
            <span>
              {`Call: ${formatBookingTime(booking)}, `}
              {formatBookingStatus(booking)}
              {!booking.personConfirmed && (
                <span className={`${textStyles.meta} ${styles.detail}`}>
                  {booking.name ?? 'Someone'} booked this with the lead’s email, but not from the
                  lead’s own link. Confirming moves the lead to Discovery Call.
                </span>
              )}
              {booking.attribution && (
                <span className={`${textStyles.meta} ${styles.detail}`}>
                  Source: <LeadSource attribution={booking.attribution} />
                </span>
              )}
            </span>
            {!booking.personConfirmed && (
              <Button
                variant="secondary"
                size="s"
                busy={confirm.isPending}
                onClick={() => confirmPerson(booking.id)}
              >
                Confirm it’s them
              </Button>
            )}
            {canMarkNoShow && (
              <Button
                variant="secondary"
                size="s"
                busy={change.isPending}
                onClick={() =>
                  change.mutate(
                    { id: booking.id, status: status === 'no_show' ? 'booked' : 'no_show' },
                    { onError: showFailure },
                  )
                }
              >
                {status === 'no_show' ? 'Mark as attended' : 'Mark as no-show'}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
