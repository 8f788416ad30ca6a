import { getServerMessage } from '../../lib/http-client';
import { Button, getButtonClass } from '../../ui/Button';
import * as layoutStyles from '../../ui/layout.module.css';
import { MessageBox } from '../../ui/MessageBox';
import { ScheduleSkeleton } from './ScheduleSkeleton';
import * as styles from './ScheduleStates.module.css';

/** Link to the inquiry form. Opens in a new tab when embedded. */
export function ContactLink({ embedded }: { embedded: boolean }) {
  return (
    <a
      className={getButtonClass('secondary')}
      href="/enquiry"
      {...(embedded && { target: '_blank', rel: 'noopener' })}
    >
      Write to us instead
      {embedded && <span className={layoutStyles.visuallyHidden}> (opens in a new tab)</span>}
    </a>
  );
}

/** Loading state. */
export function TimesLoading() {
  return (
    <div role="status">
      <span className={layoutStyles.visuallyHidden}>Loading available times...</span>
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
    <MessageBox
      heading="Available times could not be loaded"
      Heading="h2"
      role="alert"
      className={styles.notice}
    >
      <p>{getServerMessage(error, 'The server could not be reached.')}</p>
      <div className={layoutStyles.actions}>
        <Button busy={busy} onClick={onRetry}>
          Try again
        </Button>
        <ContactLink embedded={embedded} />
      </div>
    </MessageBox>
  );
}

/** Empty state. */
export function NoTimes({ embedded }: { embedded: boolean }) {
  return (
    <MessageBox heading="No times are available" Heading="h2" className={styles.notice}>
      <p>
        The coming weeks are fully booked. Tell us when works for you: we reply within 24 hours.
      </p>
      <ContactLink embedded={embedded} />
    </MessageBox>
  );
}
