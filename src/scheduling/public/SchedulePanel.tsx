import { useEffect, useState } from 'react';
import { useSite } from '../../lib/site';
import { getButtonClass } from '../../ui/Button';
import { Clock } from '../../ui/icons/icons';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { callMinutes } from '../call';
import { takeCallToken, takeLeadId } from './call-link-state';
import { ScheduleFlow, type SchedulePlace } from './ScheduleFlow';
import { TimesLoading } from './ScheduleStates';
import * as styles from './schedule.module.css';

const callTopics = [
  'Where your desks stand empty, and what that costs',
  'Who could cover them, and from which day',
  'What it takes from you, and the price',
];

/** The site's own calendar, with a description of the call. */
export function SchedulePanel({ place }: { place: SchedulePlace }) {
  const { schedulingUrl } = useSite();
  // Only the browser knows the available times and the visitor's time zone.
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => {
    if (place !== 'dialog') {
      // Before the page view is tracked: the URL of an email link contains a token.
      takeCallToken();
      takeLeadId();
    }
    setIsHydrated(true);
  }, [place]);
  return (
    <div className={styles.schedule}>
      <div className={styles.introduction}>
        {/* The dialog has its own title. */}
        {place !== 'dialog' && (
          <h1 className={place === 'frame' ? layoutStyles.visuallyHidden : undefined}>
            Schedule a Discovery Call
          </h1>
        )}
        <p className={styles.duration}>
          <Clock />
          {`${callMinutes} minutes, no commitment`}
        </p>
        <ul className={styles.topics}>
          {callTopics.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {schedulingUrl !== null && (
          <p>
            <a className={getButtonClass()} href={schedulingUrl}>
              Choose a time
            </a>
          </p>
        )}
        <noscript>
          <p className={styles.noScript}>
            The calendar needs JavaScript. <a href="/enquiry">Tell us when works for you</a>{' '}
            instead: we reply within 24 hours.
          </p>
        </noscript>
      </div>
      {isHydrated ? (
        <ScheduleFlow place={place} canBook={schedulingUrl === null} />
      ) : (
        <div className={`${styles.step} ${layoutStyles.scripted}`}>
          <TimesLoading />
        </div>
      )}
    </div>
  );
}
