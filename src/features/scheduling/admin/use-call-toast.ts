import { useSite } from '../../../lib/site';
import { SECOND } from '../../../lib/time';
import { useToast } from '../../../ui/toast';
import { undoMs } from '../call';
import { formatBookingTime, getFirstName } from './booking-labels';
import { type Booking, useUndoCallChange } from './queries';

/** Returns a function that reports a change of a call, and offers to undo it. */
export function useCallToast() {
  const toast = useToast();
  const undo = useUndoCallChange();
  const { isMailOff } = useSite();
  return (title: string, call: Booking) => {
    const seconds = undoMs / SECOND;
    toast({
      title,
      description: isMailOff
        ? `${formatBookingTime(call)}.`
        : `${formatBookingTime(call)}. The email to ${getFirstName(call)} leaves in ${seconds} seconds.`,
      durationMs: undoMs,
      action: {
        label: 'Undo',
        run: () => undo.mutate(call),
      },
    });
  };
}
