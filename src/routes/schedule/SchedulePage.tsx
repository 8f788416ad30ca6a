import { useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { useSite } from '../../lib/site';
import { callMinutes } from '../../scheduling/call';
import { takeCallToken, takeLeadId } from '../../scheduling/public/call-link-state';
import { ScheduleFlow } from '../../scheduling/public/ScheduleFlow';
import { TimesLoading } from '../../scheduling/public/ScheduleStates';
import * as scheduleStyles from '../../scheduling/public/schedule.module.css';
import { getButtonClass } from '../../ui/Button';
import { Clock } from '../../ui/icons';
import * as layoutStyles from '../../ui/layout.module.css';
import { SiteLayout } from '../layout/SiteLayout';

const callTopics = [
  'Where your desks stand empty, and what that costs',
  'Who could cover them, and from which day',
  'What it takes from you, and the price',
];

/** The site's own booking page. `?embed=1` leaves out header and footer. */
export default function SchedulePage() {
  const embedded = new URLSearchParams(useSearch()).get('embed') === '1';
  if (embedded) {
    return (
      <main id="main" className={scheduleStyles.embedded}>
        <SchedulePanel embedded />
      </main>
    );
  }
  return (
    <SiteLayout>
      <div className={`${layoutStyles.container} ${scheduleStyles.page}`}>
        <SchedulePanel embedded={false} />
      </div>
    </SiteLayout>
  );
}

function SchedulePanel({ embedded }: { embedded: boolean }) {
  const { schedulingUrl } = useSite();
  // Only the browser knows the available times and the visitor's time zone.
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => {
    // Before the page view is tracked: the URL of an email link contains a token.
    takeCallToken();
    takeLeadId();
    setIsHydrated(true);
  }, []);
  return (
    <div className={scheduleStyles.schedule}>
      <div className={scheduleStyles.introduction}>
        {/* The dialog has its own title. */}
        <h1 className={embedded ? layoutStyles.visuallyHidden : undefined}>
          Schedule a Discovery Call
        </h1>
        <p className={scheduleStyles.duration}>
          <Clock />
          {`${callMinutes} minutes, no commitment`}
        </p>
        <ul className={scheduleStyles.topics}>
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
          <p className={scheduleStyles.noScript}>
            The calendar needs JavaScript. <a href="/enquiry">Tell us when works for you</a>{' '}
            instead: we reply within 24 hours.
          </p>
        </noscript>
      </div>
      {isHydrated ? (
        <ScheduleFlow embedded={embedded} canBook={schedulingUrl === null} />
      ) : (
        <div className={scheduleStyles.step}>
          <TimesLoading />
        </div>
      )}
    </div>
  );
}
