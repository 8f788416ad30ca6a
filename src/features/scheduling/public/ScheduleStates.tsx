import { getServerMessage } from '../../../lib/http-client';
import { Button, getButtonClass } from '../../../ui/Button';
import { ScheduleSkeleton } from './ScheduleSkeleton';
import './ScheduleStates.css';

/** Link to the inquiry form. Opens in a new tab when embedded. */
function ContactLink({ embedded }: { embedded: boolean }) {
  return (
    <a
      className={getButtonClass('secondary')}
      href="/enquiry"
      {...(embedded && { target: '_blank', rel: 'noopener' })}
    >
      Write to us instead
      {embedded && <span className="vh"> (opens in a new tab)</span>}
    </a>
  );
}

/** Loading state. */
export function TimesLoading() {
  return (
    <div className="sch-s" role="status">
      <span className="vh">Loading available times...</span>
      <ScheduleSkeleton part="times" />
    </div>
  );
}

interface TimesErrorProps {
  error: unknown;
  busy: boolean;
  embedded: boolean;
  onRetry: () => void;
}

/** Error state. */
export function TimesError({ error, busy, embedded, onRetry }: TimesErrorProps) {
  return (
    <div className="mt sch-n" role="alert">
      <h2>Available times could not be loaded</h2>
      <p>{getServerMessage(error, 'The server could not be reached.')}</p>
      <div className="acts">
        <Button busy={busy} onClick={onRetry}>
          Try again
        </Button>
        <ContactLink embedded={embedded} />
      </div>
    </div>
  );
}

/** Empty state. */
export function NoTimes({ embedded }: { embedded: boolean }) {
  return (
    <div className="mt sch-n">
      <h2>No times are available</h2>
      <p>
        The coming weeks are fully booked. Tell us when works for you: we reply within 24 hours.
      </p>
      <ContactLink embedded={embedded} />
    </div>
  );
}
