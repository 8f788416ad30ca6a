import { serverMessage } from '../../../lib/http';
import { Button } from '../../../ui/Button';
import { CameFrom } from '../../leads/admin/CameFrom';
import { bookingOutcome, callMoment } from './booking-words';
import { useChangeCall, useLeadBookings } from './call-queries';
import './calls.css';

/** The calls of one lead, with what can be said of those that are over. Nothing when there are none. */
export function LeadBookings({ id }: { id: string }) {
  const { data, isError, error, isFetching, refetch } = useLeadBookings(id);
  const change = useChangeCall();
  if (isError) {
    return (
      <div className="mails" role="alert">
        <p>
          The calls could not be loaded. {serverMessage(error, 'The server could not be reached.')}
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
    <ul className="mails calls-of" aria-label="Calls">
      {data.map((booking) => {
        const { status, source, start } = booking;
        const isOver = start !== null && start < now;
        const canMark = source === 'site' && isOver && ['booked', 'no_show'].includes(status);
        return (
          <li key={booking.id} data-status={status}>
            <span>
              {`Call: ${callMoment(booking)}, `}
              {bookingOutcome(booking)}
              {booking.attribution && (
                <span className="meta">
                  Came from <CameFrom attribution={booking.attribution} />
                </span>
              )}
            </span>
            {canMark && (
              <Button
                variant="secondary"
                size="s"
                busy={change.isPending}
                onClick={() =>
                  change.mutate({
                    id: booking.id,
                    status: status === 'no_show' ? 'booked' : 'no_show',
                  })
                }
              >
                {status === 'no_show' ? 'They came' : 'Did not come'}
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}
