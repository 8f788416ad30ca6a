import { getServerMessage } from '../lib/http-client';
import { Button } from './Button';
import * as stateStyles from './states.module.css';

interface LoadErrorProps {
  /** Names what could not be loaded: "calls". */
  subject: string;
  query: { error: unknown; isFetching: boolean; refetch: () => unknown };
  className: string | undefined;
}

/** Error state of a panel, with a retry button. */
export function LoadError({ subject, query, className }: LoadErrorProps) {
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

interface LoadFailureProps {
  /** What could not be loaded, as the start of a sentence: "The settings". */
  name: string;
  Heading?: 'h2' | 'h3';
  /** If it has data, these are from the last successful request and still shown. */
  query: { data: unknown; error: unknown; isFetching: boolean; refetch: () => unknown };
  /** Refetches the query by default. */
  onRetry?: () => void;
  className?: string | undefined;
}

/** Box in place of what could not be loaded, with the reason and a button to try again. */
export function LoadFailure({ name, Heading = 'h3', query, ...props }: LoadFailureProps) {
  const { onRetry = query.refetch, className = '' } = props;
  const isStale = query.data !== undefined;
  return (
    <div className={`${stateStyles.message} ${className}`} role="alert">
      <Heading>{`${name} could not be ${isStale ? 'refreshed' : 'loaded'}`}</Heading>
      <p>
        {getServerMessage(query.error, 'The server could not be reached.')}
        {isStale && ' The list may be out of date.'}
      </p>
      <Button variant="secondary" busy={query.isFetching} onClick={() => onRetry()}>
        Try again
      </Button>
    </div>
  );
}
