import { useTrySave } from '../../foundation/auth/admin/use-try-save';
import { useSite } from '../../lib/site';
import { SECOND } from '../../lib/time';
import { useToast } from '../../ui/toast';
import { undoMs } from '../call';
import { formatBookingTime, getFirstName } from './booking-labels';
import { type Booking, useLogCallResult, useRemoveCallResult, useUndoCallChange } from './queries';

/**
 * Returns a function that reports the result of a call, and offers to undo it: the call has its
 * earlier result again, or none.
 */
export function useResultToast() {
  const toast = useToast();
  const log = useLogCallResult();
  const remove = useRemoveCallResult();
  return (title: string, description: string, before: Booking, saved: Booking) => {
    const { id, result } = before;
    const run = () =>
      result ? log.mutate({ id, result, note: null, nextStep: null }) : remove.mutate(saved);
    toast({ title, description, action: { label: 'Undo', run } });
  };
}

/** Returns a function that reports a change of a call, and offers to undo it. */
function useCallToast() {
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

/**
 * Returns a function that sends a change of a call and reports it, after a new sign-in if the
 * session has ended. The form closes only after a success, so that what was written stays.
 */
export function useCallChange(onClose: () => void) {
  const showCall = useCallToast();
  const trySave = useTrySave();
  return async (title: string, send: () => Promise<Booking>): Promise<void> => {
    if (await trySave(async () => showCall(title, await send()))) onClose();
  };
}
