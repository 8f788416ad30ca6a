import { useSite } from '../../../lib/site';
import { SECOND } from '../../../lib/time/durations';
import { useToast } from '../../../ui/toast/toast';
import { undoMs } from '../../call';
import { formatCallStart, getVisitorName } from '../call-labels';
import { type Call, useLogCallResult, useRemoveCallResult, useUndoCallChange } from '../queries';

/**
 * Returns a function that reports the result of a call, and offers to undo it: the call has its
 * earlier result again, or none.
 */
export function useResultToast() {
  const toast = useToast();
  const log = useLogCallResult();
  const remove = useRemoveCallResult();
  return (title: string, description: string, before: Call, saved: Call) => {
    const { id, result } = before;
    const run = () =>
      result ? log.mutate({ id, result, note: null, nextStep: null }) : remove.mutate(saved);
    toast({ title, description, action: { label: 'Undo', run } });
  };
}

/** Returns a function that reports a change of a call or of several, and offers to undo it. */
export function useChangeToast() {
  const toast = useToast();
  const undo = useUndoCallChange();
  const { isMailOff } = useSite();

  function describe(call: Call): string {
    const time = `${formatCallStart(call)}.`;
    const seconds = undoMs / SECOND;
    return isMailOff
      ? time
      : `${time} The email to ${getVisitorName(call)} leaves in ${seconds} seconds.`;
  }

  return (title: string, changed: Call | readonly Call[]) => {
    const isOne = 'id' in changed;
    // Of several, a held call has no lead yet, and its visitor can book again.
    const undoable = isOne ? [changed] : changed.filter(({ leadId }) => leadId !== null);
    async function undoAll() {
      for (const call of undoable) await undo.mutateAsync(call);
    }
    toast({
      title,
      description: isOne ? describe(changed) : undefined,
      durationMs: undoMs,
      // The mutation shows why it fails.
      action: { label: 'Undo', run: () => undoAll().catch(() => undefined) },
    });
  };
}
