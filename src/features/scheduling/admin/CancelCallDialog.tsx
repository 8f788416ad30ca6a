import { useSite } from '../../../lib/site';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/Dialog';
import { useToast } from '../../../ui/toast';
import { formatBookingTime, getCallPersonName } from './booking-labels';
import { type Booking, useChangeCall } from './queries';

interface Props {
  /** The call to cancel; null while the dialog is closed. */
  call: Booking | null;
  onClose: () => void;
}

/** Confirms a cancellation, and says whether the visitor gets an email. */
export function CancelCallDialog({ call, onClose }: Props) {
  const changeCall = useChangeCall();
  const toast = useToast();
  const effect = useSite().isMailOff
    ? 'Email is turned off, so please let them know yourself. The time becomes available again.'
    : 'They get a cancellation email, and the time becomes available again.';

  function cancel() {
    if (!call) return;
    changeCall.mutate(
      { id: call.id, status: 'canceled' },
      {
        onSuccess: () => toast({ title: 'Call canceled', description: getCallPersonName(call) }),
        onSettled: onClose,
      },
    );
  }

  return (
    <Dialog
      open={call !== null}
      onClose={onClose}
      title="Cancel this call?"
      description={call ? `${getCallPersonName(call)}, ${formatBookingTime(call)}. ${effect}` : ''}
      size="small"
      role="alertdialog"
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={changeCall.isPending}>
            Keep call
          </Button>
          <Button variant="danger" onClick={cancel} busy={changeCall.isPending}>
            {changeCall.isPending ? 'Canceling...' : 'Cancel the call'}
          </Button>
        </>
      }
    />
  );
}
