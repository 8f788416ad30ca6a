import { useState } from 'react';
import { useTrySave } from '../../foundation/auth/admin/use-try-save';
import { formatCount } from '../../lib/format-number';
import { useSite } from '../../lib/site';
import { TextareaField } from '../../ui/fields';
import * as formStyles from '../../ui/form.module.css';
import { useToast } from '../../ui/toast';
import { maxMessageLength, undoMs } from '../call';
import { CallDialog } from './CallDialog';
import { type Booking, useCancelCalls, useUndoCallChange } from './queries';

interface Props {
  calls: readonly Booking[];
  onCanceled: () => void;
  onClose: () => void;
}

/** Cancels several calls with one message to all visitors. */
export function CancelCallsDialog({ calls, onCanceled, onClose }: Props) {
  const cancelCalls = useCancelCalls();
  const undo = useUndoCallChange();
  const trySave = useTrySave();
  const toast = useToast();
  const { isMailOff } = useSite();
  const [message, setMessage] = useState('');
  const [hasError, setHasError] = useState(false);
  const count = formatCount(calls.length, 'call');
  const isMissing = !isMailOff && message.trim() === '';
  const effect = isMailOff
    ? 'Email is turned off, so please let them know yourself.'
    : 'Each of them gets a cancellation email.';

  async function cancel() {
    setHasError(isMissing);
    if (isMissing) return;
    const isSaved = await trySave(async () => {
      const canceled = await cancelCalls.mutateAsync({ ids: calls.map(({ id }) => id), message });
      toast({
        title: `${count} canceled`,
        durationMs: undoMs,
        action: {
          label: 'Undo',
          async run() {
            // A held call has no lead yet, and its visitor can book again.
            for (const call of canceled) if (call.leadId !== null) await undo.mutateAsync(call);
          },
        },
      });
    });
    if (!isSaved) return;
    onCanceled();
    onClose();
  }

  return (
    <CallDialog
      onClose={onClose}
      title={`Cancel ${count}`}
      description={`${effect} The times become available again.`}
      cancelLabel={calls.length === 1 ? 'Keep the call' : 'Keep the calls'}
      submitLabel={isMailOff ? `Cancel ${count}` : `Cancel ${count} and tell them`}
      isDanger
      isBusy={cancelCalls.isPending}
      formClass={formStyles.field}
      onSubmit={cancel}
    >
      {!isMailOff && (
        <TextareaField
          maxLength={maxMessageLength}
          label="Tell them why"
          error={
            hasError && isMissing
              ? 'Write one sentence. Nobody likes a call that just disappears.'
              : undefined
          }
          hint="All of them get the same text."
          value={message}
          onChange={setMessage}
        />
      )}
    </CallDialog>
  );
}
