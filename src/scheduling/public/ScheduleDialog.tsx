import { type ReactNode, useId } from 'react';
import { track } from '../../analytics/tracking/track';
import { Dialog } from '../../ui/Dialog';
import { useDialogHistory } from '../../ui/dialog-history';

/** Whether the start of a booking was already tracked on this page. */
let hasInitiated = false;

/** Tracks the start of a booking, once per page. */
export function trackInitiated(): void {
  if (hasInitiated) return;
  hasInitiated = true;
  track('calendar_booking_initiated', {});
}

export interface CalendarDialogProps {
  /** URL of the scheduling page, the site's own or a provider's. */
  url: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
}

interface Props extends Omit<CalendarDialogProps, 'url'> {
  /** The calendar. It is rendered, and loads, only while the dialog is open. */
  children: ReactNode;
}

/** The full-screen dialog around a calendar. */
export function ScheduleDialog({ isOpen, onOpenChange, children }: Props) {
  useDialogHistory(useId(), isOpen ? 1 : 0, (depth) => onOpenChange(depth > 0));
  return (
    isOpen && (
      <Dialog
        open
        onClose={() => onOpenChange(false)}
        size="full"
        title="Schedule a Discovery Call"
        partName="The calendar"
        top={children}
      />
    )
  );
}
