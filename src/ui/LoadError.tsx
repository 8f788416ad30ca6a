import { getServerMessage } from '../lib/http-client';
import { Button } from './Button';

interface Props {
  /** Names what could not be loaded: "calls". */
  subject: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  className: string | undefined;
}

/** Error state of a panel, with a retry button. */
export function LoadError({ subject, query, className }: Props) {
  return (
    <div className={className} role="alert">
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
