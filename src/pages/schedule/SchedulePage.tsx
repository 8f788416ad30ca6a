import { type ReactNode, useEffect, useState } from 'react';
import { useSearch } from 'wouter';
import { callMinutes } from '../../features/scheduling/call';
import { takeBookingLead, takeCallKey } from '../../features/scheduling/visitor/call-key';
import { ScheduleFlow } from '../../features/scheduling/visitor/ScheduleFlow';
import { TimesLoading } from '../../features/scheduling/visitor/ScheduleStates';
import { useSite } from '../../lib/site';
import { buttonClass } from '../../ui/Button';
import { Clock } from '../../ui/icons';
import { SiteFrame } from '../frame/SiteFrame';
import './SchedulePage.css';

const covered = [
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
        <Sheet embedded />
      </main>
    );
  }
  return (
    <SiteFrame>
      <div className="wrap sch-f">
        <Sheet embedded={false} />
      </div>
    </SiteFrame>
  );
}

function Sheet({ embedded }: { embedded: boolean }) {
  const { schedulingUrl } = useSite();
  // What is free, and in whose clock, the browser alone knows.
  const [isLive, setIsLive] = useState(false);
  useEffect(() => {
    // Before the page is told of: the address that the mail's link led to is a key.
    takeCallKey();
    takeBookingLead();
    setIsLive(true);
  }, []);
  return (
    <div className="sch">
      <div className="sch-i">
        <Title embedded={embedded}>Schedule a Discovery Call</Title>
        <p className="sch-k">
          <Clock />
          {`${callMinutes} minutes, no commitment`}
        </p>
        <ul className="sch-v">
          {covered.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {schedulingUrl !== null && (
          <p>
            <a className={buttonClass()} href={schedulingUrl}>
              Choose a time
            </a>
          </p>
        )}
        <noscript>
          <p className="sch-j">
            The calendar needs JavaScript. <a href="/enquiry">Tell us when suits you</a> instead: we
            answer within 24 hours.
          </p>
        </noscript>
      </div>
      {isLive ? (
        <ScheduleFlow embedded={embedded} takesCalls={schedulingUrl === null} />
      ) : (
        <div className="sch-p">
          <TimesLoading />
        </div>
      )}
    </div>
  );
}

/** In the dialog the title stands above the page already. */
function Title({ embedded, children }: { embedded: boolean; children: ReactNode }) {
  return <h1 className={embedded ? 'vh' : undefined}>{children}</h1>;
}
