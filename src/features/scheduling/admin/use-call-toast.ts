import { useSite } from '../../../lib/site';
import { SECOND } from '../../../lib/time';
import { useToast } from '../../../ui/toast';
import { formatBookingTime, getFirstName } from './booking-labels';
import { type Booking, useUndoCallChange } from './queries';

const undoMs = 10 * SECOND;

/** Returns a function that reports a change of a call, and offers to undo it. */
export function useCallToast() {
  const toast = useToast();
  const undo = useUndoCallChange();
  const { isMailOff } = useSite();
  return (title: string, call: Booking) => {
    const mail = isMailOff ? '' : ` The email to ${getFirstName(call)} leaves in a minute.`;
    toast({
      title,
      description: `${formatBookingTime(call)}.${mail}`,
      durationMs: undoMs,
      action: {
        label: 'Undo',
        run: () => undo.mutate(call.id),
      },
    });
  };
}
