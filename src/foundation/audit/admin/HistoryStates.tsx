import { getServerMessage } from '../../../lib/http-client';
import { Button } from '../../../ui/Button';
import * as layoutStyles from '../../../ui/layout.module.css';
import * as stateStyles from '../../../ui/states.module.css';
import * as styles from './ItemHistory.module.css';

/** Loading state. `subject` is used in a sentence: "history". */
export function HistoryLoading({ subject }: { subject: string }) {
  return (
    <div className={styles.state} aria-busy="true">
      <p className={layoutStyles.visuallyHidden} role="status">
        {`Loading the ${subject}`}
      </p>
      <span className={stateStyles.skeleton} aria-hidden="true" />
      <span className={stateStyles.skeleton} aria-hidden="true" />
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
    <div className={styles.state} role="alert">
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
