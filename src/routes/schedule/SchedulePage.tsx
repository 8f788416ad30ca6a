import { type ReactNode, useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { callMinutes } from '../../features/scheduling/call';
import { takeCallToken, takeLeadId } from '../../features/scheduling/public/call-link-state';
import { ScheduleFlow } from '../../features/scheduling/public/ScheduleFlow';
import { TimesLoading } from '../../features/scheduling/public/ScheduleStates';
import { useSite } from '../../lib/site';
import { getButtonClass } from '../../ui/Button';
import { Clock } from '../../ui/icons';
import { SiteLayout } from '../layout/SiteLayout';
import './SchedulePage.css';

const callTopics = [
  'Where your desks stand empty, and what that costs',
  'Who could cover them, and from which day',
  'What it takes from you, and the price',
];

/** Booking a discovery call on the site itself; `?embed=1` is the page without what stands around it. */
export default function SchedulePage() {
  const embedded = new URLSearchParams(useSearch()).get('embed') === '1';
  if (embedded) {
    return (
      <main id="main" className="sch-e">
        <SchedulePanel embedded />
      </main>
    );
  }
  return (
    <SiteLayout>
      <div className="wrap sch-f">
        <SchedulePanel embedded={false} />
      </div>
    </SiteLayout>
  );
}

function SchedulePanel({ embedded }: { embedded: boolean }) {
  const { schedulingUrl } = useSite();
  // What is free, and in whose clock, the browser alone knows.
  const [isHydrated, setIsHydrated] = useState(false);
  useEffect(() => {
    // Before the page is told of: the address that the mail's link led to is a key.
    takeCallToken();
    takeLeadId();
    setIsHydrated(true);
  }, []);
  return (
    <div className="sch">
      <div className="sch-i">
        <ScheduleTitle embedded={embedded}>Schedule a Discovery Call</ScheduleTitle>
        <p className="sch-k">
          <Clock />
          {`${callMinutes} minutes, no commitment`}
        </p>
        <ul className="sch-v">
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
          <p className="sch-j">
            The calendar needs JavaScript. <a href="/enquiry">Tell us when works for you</a>{' '}
            instead: we reply within 24 hours.
          </p>
        </noscript>
      </div>
      {isHydrated ? (
        <ScheduleFlow embedded={embedded} canBook={schedulingUrl === null} />
      ) : (
        <div className="sch-p">
          <TimesLoading />
        </div>
      )}
    </div>
  );
}

/** In the dialog the title stands above the page already. */
function ScheduleTitle({ embedded, children }: { embedded: boolean; children: ReactNode }) {
  return <h1 className={embedded ? 'vh' : undefined}>{children}</h1>;
}
