import { useEffect, useRef } from 'react';
import { type CalendarDialogProps, ScheduleDialog, trackInitiated } from './ScheduleDialog';
import { SchedulePanel } from './SchedulePanel';
import * as styles from './schedule.module.css';

/** The site's own calendar in a dialog. */
export function CalendarDialog(props: CalendarDialogProps) {
  return (
    <ScheduleDialog {...props}>
      <Calendar />
    </ScheduleDialog>
  );
}

function Calendar() {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The first click or focus, as in the calendar of a provider.
    for (const type of ['click', 'focusin']) {
      container.current?.addEventListener(type, trackInitiated, { once: true });
    }
  }, []);
  return (
    <div ref={container} className={`${styles.embedded} ${styles.inDialog}`}>
      <SchedulePanel place="dialog" />
    </div>
  );
}
