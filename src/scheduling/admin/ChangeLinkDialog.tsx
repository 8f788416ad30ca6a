import { useState } from 'react';
import { getFieldErrors } from '../../lib/http-client';
import { useSite } from '../../lib/site';
import { TextareaField } from '../../ui/fields';
import { maxMessageLength } from '../call';
import { formatBookingTime, getCallPersonName, getFirstName } from './booking-labels';
import { CallDialog } from './CallDialog';
import { MeetingLinkField } from './call-parts';
import { type Booking, useChangeCall } from './queries';
import { useCallChange } from './use-call-change';

interface Props {
  call: Booking;
  onClose: () => void;
}

/** Changes the meeting link of a call, and tells the visitor. */
export function ChangeLinkDialog({ call, onClose }: Props) {
  const changeCall = useChangeCall();
  const sendChange = useCallChange(onClose);
  const { isMailOff } = useSite();
  const previousUrl = call.ownMeetingUrl ?? '';
  const [meetingUrl, setMeetingUrl] = useState(previousUrl);
  const [message, setMessage] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const name = getFirstName(call);
  const isUnchanged = meetingUrl.trim() === previousUrl;
  const effect = isMailOff
    ? `Email is turned off, so please tell ${name} yourself.`
    : `${name === 'them' ? 'They get' : `${name} gets`} an email with the new link, and their calendar is updated. The time stays.`;

  async function submit() {
    setWasSent(true);
    if (isUnchanged) return;
    await sendChange('Link changed', () =>
      changeCall.mutateAsync({ call, meetingUrl: meetingUrl || null, message: message || null }),
    );
  }

  return (
    <CallDialog
      onClose={onClose}
      title="Change the link"
      description={`${getCallPersonName(call)}, ${formatBookingTime(call)}. ${effect}`}
      cancelLabel="Keep the link"
      submitLabel={isMailOff ? 'Save the link' : `Save and tell ${name}`}
      isBusy={changeCall.isPending}
      onSubmit={submit}
    >
      <MeetingLinkField
        value={meetingUrl}
        onChange={setMeetingUrl}
        error={
          wasSent && isUnchanged
            ? 'Enter another link'
            : getFieldErrors(changeCall.error).meetingUrl
        }
      />
      {!isMailOff && (
        <TextareaField
          maxLength={maxMessageLength}
          label={`A sentence for ${name}`}
          optional
          value={message}
          onChange={setMessage}
        />
      )}
    </CallDialog>
  );
}
