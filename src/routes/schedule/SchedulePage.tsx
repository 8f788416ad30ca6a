import { useSearch } from 'wouter';
import { SchedulePanel } from '../../scheduling/public/SchedulePanel';
import * as scheduleStyles from '../../scheduling/public/schedule.module.css';
import * as layoutStyles from '../../ui/styles/layout.module.css';
import { SiteLayout } from '../layout/SiteLayout';

/** The site's own booking page. `?embed=1` leaves out header and footer, for a frame. */
export default function SchedulePage() {
  if (new URLSearchParams(useSearch()).get('embed') === '1') {
    return (
      <main id="main" className={scheduleStyles.embedded}>
        <SchedulePanel place="frame" />
      </main>
    );
  }
  return (
    <SiteLayout>
      <div className={`${layoutStyles.container} ${scheduleStyles.page}`}>
        <SchedulePanel place="page" />
      </div>
    </SiteLayout>
  );
}
