import { useId, useState } from 'react';
import { useLeadDetail } from '../../leads/admin/queries';
import { useSite } from '../../lib/site';
import { TextareaField } from '../../ui/fields';
import * as formStyles from '../../ui/form.module.css';
import { maxMessageLength } from '../call';
import { formatBookingTime, getCallPersonName, getFirstName } from './booking-labels';
import { CallDialog } from './CallDialog';
import * as styles from './CancelCallDialog.module.css';
import { type Booking, useChangeCall } from './queries';
import { useCallChange } from './use-call-change';

type Decision = 'keep' | 'contacted';

interface Props {
  call: Booking;
  onClose: () => void;
}

/** Cancels a call with an optional message to the visitor, and asks for the lead's status. */
export function CancelCallDialog({ call, onClose }: Props) {
  const changeCall = useChangeCall();
  const sendChange = useCallChange(onClose);
  const [message, setMessage] = useState('');
  const [hasError, setHasError] = useState(false);
  const [lead, setLead] = useState<Decision>('keep');
  const { data: detail } = useLeadDetail(call.leadId);
  // Any other lead stays as it is.
  const isAsked = detail?.status === 'discovery_call' && detail.deletedAt === null;
  const { isMailOff } = useSite();
  const name = getFirstName(call);
  const effect = isMailOff
    ? 'Email is turned off, so please let them know yourself. The time becomes available again.'
    : 'They get a cancellation email, and the time becomes available again.';

  async function cancel() {
    if (!isMailOff && message.trim() === '') {
      setHasError(true);
      return;
    }
    await sendChange('Call canceled', () =>
      changeCall.mutateAsync({
        call,
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
      cancelLabel="Keep the call"
      submitLabel={isMailOff ? 'Cancel the call' : `Cancel and tell ${name}`}
      isDanger
      isBusy={changeCall.isPending}
      formClass={formStyles.field}
      onSubmit={cancel}
    >
      {!isMailOff && (
        <TextareaField
          maxLength={maxMessageLength}
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
    </CallDialog>
  );
}

const options: [value: Decision, label: string][] = [
  ['keep', 'Leave it there'],
  ['contacted', 'Move it back to contacted'],
];

interface DecisionProps {
  value: Decision;
  onChange: (value: Decision) => void;
}

/** Asks for the status of a lead whose call was canceled. No lead moves automatically. */
function LeadDecision({ value, onChange }: DecisionProps) {
  const name = useId();
  return (
    <fieldset className={styles.decision}>
      <legend>The lead is in discovery call</legend>
      {options.map(([option, label]) => (
        <label key={option}>
          <input
            type="radio"
            name={name}
            checked={value === option}
            onChange={() => onChange(option)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
