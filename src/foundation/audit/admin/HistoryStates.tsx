import { getServerMessage } from '../../../lib/http-client';
import { Button } from '../../../ui/Button';

/** Loading state. `subject` is used in a sentence: "history". */
export function HistoryLoading({ subject }: { subject: string }) {
  return (
    <div className="hist-w" aria-busy="true">
      <p className="vh" role="status">
        {`Loading the ${subject}`}
      </p>
      <span className="sk" aria-hidden="true" />
      <span className="sk" aria-hidden="true" />
    </div>
  );
}

interface HistoryErrorProps {
  subject: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
}

/** Error state with a retry button. */
export function HistoryError({ subject, query }: HistoryErrorProps) {
  return (
    <div className="hist-w" role="alert">
      <p>
        {`The ${subject} could not be loaded. `}
        {getServerMessage(query.error, 'The server could not be reached.')}
      </p>
      <Button variant="secondary" size="s" busy={query.isFetching} onClick={() => query.refetch()}>
        Try again
      </Button>
    </div>
  );
}
