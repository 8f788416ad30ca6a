import { useState } from 'react';
import { getFieldErrors } from '../../../lib/http-client';
import { useSite } from '../../../lib/site';
import { getOwnerTimeZone } from '../../../lib/wall-time';
import { TextareaField } from '../../../ui/fields';
import type { ListedLead } from '../../leads/contract';
import { maxMessageLength } from '../call';
import { BothZones } from './BothZones';
import { getFirstName } from './booking-labels';
import { CallDialog } from './CallDialog';
import { CallTimeFields } from './CallTimeFields';
import { LeadPicker } from './LeadPicker';
import { MeetingLinkField } from './MeetingLinkField';
import { useBookCall } from './queries';
import { formatTimeError } from './time-error';
import { useCallChange } from './use-call-change';
import { ZonePicker } from './ZonePicker';

interface Props {
  /** The lead; without one, the dialog asks. */
  leadId: string | undefined;
  onClose: () => void;
}

/** Books a call for a lead, also outside the owner's hours. */
export function BookCallDialog({ leadId, onClose }: Props) {
  const book = useBookCall();
  const sendChange = useCallChange(onClose);
  const { isMailOff } = useSite();
  const [lead, setLead] = useState<ListedLead | null>(null);
  const [start, setStart] = useState<string>();
  const [timeZone, setTimeZone] = useState(getOwnerTimeZone);
  const [meetingUrl, setMeetingUrl] = useState('');
  const [message, setMessage] = useState('');
  const [wasSent, setWasSent] = useState(false);
  const id = leadId ?? lead?.id;
  const name = getFirstName({ name: lead?.contactName ?? null });

  async function submit() {
    setWasSent(true);
    if (!start || !id) return;
    const texts = { meetingUrl: meetingUrl || null, message: message || null };
    await sendChange('Call booked', () =>
      book.mutateAsync({ leadId: id, start, timeZone, ...texts }),
    );
  }

  return (
    <CallDialog
      onClose={onClose}
      title="Book a call"
      cancelLabel="Close"
      submitLabel={isMailOff ? 'Book the call' : `Book and tell ${name}`}
      isBusy={book.isPending}
      onSubmit={submit}
    >
      {leadId === undefined && (
        <LeadPicker
          lead={lead}
          onChange={setLead}
          error={wasSent && !id ? 'Choose a lead' : undefined}
        />
      )}
      <CallTimeFields
        start={start}
        onChange={setStart}
        error={
          formatTimeError(book.error, book.variables?.start) ??
          (wasSent && !start ? 'Choose a time' : undefined)
        }
      />
      {start && <BothZones start={start} name={name} timeZone={timeZone} />}
      <ZonePicker label="Their time zone" value={timeZone} onChange={setTimeZone} />
      <MeetingLinkField
        value={meetingUrl}
        onChange={setMeetingUrl}
        error={getFieldErrors(book.error).meetingUrl}
      />
      <TextareaField
        maxLength={maxMessageLength}
        label={`A sentence for ${name}`}
        optional
        value={message}
        onChange={setMessage}
      />
    </CallDialog>
  );
}
