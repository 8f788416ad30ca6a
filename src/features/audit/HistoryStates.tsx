import { serverMessage } from '../../lib/http';
import { Button } from '../../ui/Button';

/** Stands where a record will be while it is read. `what` is it in a sentence: "history". */
export function HistoryWait({ what }: { what: string }) {
  return (
    <div className="hist-w" aria-busy="true">
      <p className="vh" role="status">
        {`Loading the ${what}`}
      </p>
      <span className="sk" aria-hidden="true" />
      <span className="sk" aria-hidden="true" />
    </div>
  );
}

interface Failed {
  what: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
}

/** Says that a record could not be read, and reads it again when asked. */
export function HistoryFailure({ what, query }: Failed) {
  return (
    <div className="hist-w" role="alert">
      <p>
        {`The ${what} could not be loaded. `}
        {serverMessage(query.error, 'The server could not be reached.')}
      </p>
      <Button variant="secondary" size="s" busy={query.isFetching} onClick={() => query.refetch()}>
        Try again
      </Button>
    </div>
  );
}
