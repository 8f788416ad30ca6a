import { getServerMessage } from '../../lib/network/http-client';
import { Button, getButtonClass } from '../../ui/Button';
import { MessageBox } from '../../ui/MessageBox';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import * as stateStyles from '../../ui/styles/states.module.css';
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

/** Five weeks, with some days drawn as available. */
const days = Array.from({ length: 35 }, (_, day) => ({
  day,
  isFree: day >= 3 && day % 7 < 5,
}));
const times = ['9', '10', '11', '12', '1', '2', '3'];

/**
 * Loading skeleton of the booking flow.
 * @param part `times` leaves out the column that describes the call
 */
export function ScheduleSkeleton({ part = 'all' }: { part?: 'all' | 'times' }) {
  return (
    <div
      className={
        part === 'all' ? styles.skeleton : `${styles.skeleton} ${styles.withoutDescription}`
      }
      aria-hidden="true"
    >
      {part === 'all' && (
        <div className={styles.description}>
          <div className={stateStyles.skeleton} />
          <div className={stateStyles.skeleton} />
          <div className={stateStyles.skeleton} />
          <div className={stateStyles.skeleton} />
        </div>
      )}
      <div className={styles.days}>
        <div className={stateStyles.skeleton} />
        <div className={styles.calendar}>
          {days.map(({ day, isFree }) => (
            <div
              key={day}
              className={isFree ? stateStyles.skeleton : `${stateStyles.skeleton} ${styles.closed}`}
            />
          ))}
        </div>
      </div>
      <div className={styles.times}>
        <div className={stateStyles.skeleton} />
        {times.map((time) => (
          <div key={time} className={stateStyles.skeleton} />
        ))}
      </div>
    </div>
  );
}
