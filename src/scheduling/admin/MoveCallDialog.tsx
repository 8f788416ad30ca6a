import { useState } from 'react';
import { formatTime } from '../../lib/format-date';
import { useSite } from '../../lib/site';
import { TextareaField } from '../../ui/fields';
import { maxMessageLength } from '../call';
import { getFirstName } from './booking-labels';
import { CallDialog } from './CallDialog';
import { CallTimeFields } from './CallTimeFields';
import { FromTo } from './call-parts';
import { type Booking, useChangeCall } from './queries';
import { formatTimeError } from './time-error';
import { useCallChange } from './use-call-change';

interface Props {
  call: Booking;
  onClose: () => void;
}

/**
 * Moves a call with an optional message to the visitor. When the time is taken, the input stays.
 */
export function MoveCallDialog({ call, onClose }: Props) {
  const changeCall = useChangeCall();
  const sendChange = useCallChange(onClose);
  const { isMailOff } = useSite();
  const [start, setStart] = useState<string>();
  const [message, setMessage] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const name = getFirstName(call);
  const failure = formatTimeError(changeCall.error, changeCall.variables?.start);
  const isMessageMissing = !isMailOff && message.trim() === '';

  async function move() {
    setWasSent(true);
    if (!start || start === call.start || isMessageMissing) return;
    await sendChange('Call moved', () => changeCall.mutateAsync({ call, start, message }));
  }

  return (
    <CallDialog
      onClose={onClose}
      title="Move the call"
      cancelLabel={call.start ? `Keep ${formatTime(new Date(call.start))}` : 'Keep the time'}
      submitLabel={isMailOff ? 'Move the call' : `Move and tell ${name}`}
      isBusy={changeCall.isPending}
      onSubmit={move}
    >
      <FromTo call={call} start={start} />
      <CallTimeFields
        start={start}
        onChange={setStart}
        error={
          failure ?? (wasSent && (!start || start === call.start) ? 'Choose a new time' : undefined)
        }
      />
      {!isMailOff && (
        <TextareaField
          maxLength={maxMessageLength}
          label={`Tell ${name} why`}
          error={wasSent && isMessageMissing ? 'Write one sentence.' : undefined}
          hint="They read this first, then the new time. The old one leaves their calendar."
          value={message}
          onChange={setMessage}
        />
      )}
    </CallDialog>
  );
}
