import { serverMessage } from '../../../lib/http';
import { Button } from '../../../ui/Button';

/** The list has no rows: there are none at all, or none that match. */
export function LeadsEmpty({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  if (narrowed) {
    return (
      <div className="mt">
        <h3>No leads match</h3>
        <p>Try another word, or all statuses.</p>
        <Button variant="secondary" onClick={onClear}>
          Show all leads
        </Button>
      </div>
    );
  }
  return (
    <div className="mt">
      <h3>No leads yet</h3>
      <p>Every enquiry sent from the site stands here, newest first.</p>
    </div>
  );
}

interface FailedProps {
  error: unknown;
  /** Rows of before are still shown. */
  stale: boolean;
  onRetry: () => void;
}

/** The list could not be read. */
export function LeadsFailed({ error, stale, onRetry }: FailedProps) {
  return (
    <div className="mt" role="alert">
      <h3>{stale ? 'Leads could not be refreshed' : 'Leads could not be loaded'}</h3>
      <p>
        {serverMessage(error, 'The server could not be reached.')}
        {stale && ' What is shown may be old.'}
      </p>
      <Button variant="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}

interface MoreProps {
  shown: number;
  total: number;
  pending: boolean;
  failed: boolean;
  onMore: () => void;
}

/** Below a list that goes on. */
export function LeadsMore({ shown, total, pending, failed, onMore }: MoreProps) {
  return (
    <div className="more">
      <p className="meta num" role="status">
        {failed
          ? 'More leads could not be loaded.'
          : `Showing ${shown.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`}
      </p>
      <Button variant="secondary" busy={pending} onClick={onMore}>
        {failed ? 'Try again' : 'Show more'}
      </Button>
    </div>
  );
}
