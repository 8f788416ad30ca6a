import { useEffect, useId, useRef } from 'react';
import { useSite } from '../../lib/site';
import { Dialog } from '../../ui/dialog/Dialog';
import { useDialogHistory } from '../../ui/dialog/dialog-history';
import { ProviderCalendar } from './ProviderCalendar';
import { SchedulePanel } from './SchedulePanel';
import * as styles from './schedule.module.css';
import { trackInitiated } from './use-embed';

export interface ScheduleDialogProps {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

/**
 * The calendar in a full-screen dialog: the site's own, or a provider's. It loads only when this
 * opens. One module for both: a second import would cost each page the list of its files.
 */
export function ScheduleDialog({ isOpen, onOpenChange }: ScheduleDialogProps) {
  const { schedulingUrl } = useSite();
  useDialogHistory(useId(), isOpen ? 1 : 0, (depth) => onOpenChange(depth > 0));
  const close = () => onOpenChange(false);
  return (
    isOpen && (
      <Dialog
        open
        onClose={close}
        size="full"
        title="Schedule a Discovery Call"
        partName="The calendar"
        top={
          schedulingUrl === null ? (
            <SiteCalendar />
          ) : (
            <ProviderCalendar url={schedulingUrl} onClose={close} />
          )
        }
      />
    )
  );
}

/** The site's own calendar. Tracks the first click or focus, as in the calendar of a provider. */
function SiteCalendar() {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
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
