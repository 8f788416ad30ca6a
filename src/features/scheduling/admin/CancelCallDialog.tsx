import { type FormEvent, useId, useState } from 'react';
import { useSite } from '../../../lib/site';
import { Button } from '../../../ui/Button';
import { TextareaField } from '../../../ui/fields';
import * as formStyles from '../../../ui/form.module.css';
import { useLeadDetail } from '../../leads/admin/desk-queries';
import { formatBookingTime, getCallPersonName, getFirstName } from './booking-labels';
import { CallDialog } from './CallDialog';
import { LeadDecision } from './LeadDecision';
import { type Booking, useChangeCall } from './queries';
import { useCallChange } from './use-call-change';

interface Props {
  call: Booking;
  onClose: () => void;
}

/** Cancels a call with an optional message to the visitor, and asks for the lead's status. */
export function CancelCallDialog({ call, onClose }: Props) {
  const changeCall = useChangeCall();
  const sendChange = useCallChange(onClose);
  const formId = useId();
  const [message, setMessage] = useState('');
  const [hasError, setHasError] = useState(false);
  const [lead, setLead] = useState<'keep' | 'contacted'>('keep');
  const { data: detail } = useLeadDetail(call.leadId);
  // Any other lead stays as it is.
  const isAsked = detail?.status === 'discovery_call' && detail.deletedAt === null;
  const { isMailOff } = useSite();
  const name = getFirstName(call);
  const effect = isMailOff
    ? 'Email is turned off, so please let them know yourself. The time becomes available again.'
    : 'They get a cancellation email, and the time becomes available again.';

  async function cancel(event: FormEvent) {
    event.preventDefault();
    if (changeCall.isPending) return;
    if (!isMailOff && message.trim() === '') {
      setHasError(true);
      return;
    }
    await sendChange('Call canceled', () =>
      changeCall.mutateAsync({
        id: call.id,
        status: 'canceled',
        message,
        ...(isAsked && { lead }),
      }),
    );
  }

  return (
    <CallDialog
      onClose={onClose}
      title="Cancel the call"
      description={`${getCallPersonName(call)}, ${formatBookingTime(call)}. ${effect}`}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={changeCall.isPending}>
            Keep the call
          </Button>
          <Button variant="danger" type="submit" form={formId} busy={changeCall.isPending}>
            {isMailOff ? 'Cancel the call' : `Cancel and tell ${name}`}
          </Button>
        </>
      }
    >
      <form id={formId} className={formStyles.field} onSubmit={cancel} noValidate>
        {!isMailOff && (
          <TextareaField
            maxLength={1000}
            label={`Tell ${name} why`}
            error={
              hasError && message.trim() === ''
                ? 'Write one sentence. Nobody likes a call that just disappears.'
                : undefined
            }
            hint="They read this first, then a way to pick a new time."
            value={message}
            onChange={setMessage}
          />
        )}
        {isAsked && <LeadDecision value={lead} onChange={setLead} />}
      </form>
    </CallDialog>
  );
}
