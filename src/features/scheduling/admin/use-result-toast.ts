import { useToast } from '../../../ui/toast';
import { type Booking, useLogCallResult, useRemoveCallResult } from './queries';

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
