import { getServerMessage } from '../lib/http-client';
import { Button } from './Button';
import * as stateStyles from './states.module.css';

interface Props {
  /** What could not be loaded, as the start of a sentence: "The settings". */
  name: string;
  Heading?: 'h2' | 'h3';
  error: unknown;
  /** Rows from the last successful request are still shown. */
  isStale?: boolean;
  busy?: boolean;
  onRetry: () => void;
  className?: string | undefined;
}

/** Box in place of what could not be loaded, with the reason and a button to try again. */
export function LoadFailure({ name, Heading = 'h3', isStale = false, ...props }: Props) {
  const { error, busy = false, onRetry, className = '' } = props;
  return (
    <div className={`${stateStyles.message} ${className}`} role="alert">
      <Heading>{`${name} could not be ${isStale ? 'refreshed' : 'loaded'}`}</Heading>
      <p>
        {getServerMessage(error, 'The server could not be reached.')}
        {isStale && ' The list may be out of date.'}
      </p>
      <Button variant="secondary" busy={busy} onClick={() => onRetry()}>
        Try again
      </Button>
    </div>
  );
}
