import { useDeferredValue, useState } from 'react';
import { noFilter } from '../../leads/admin/lead-filter';
import { useLeads } from '../../leads/admin/queries';
import type { ListedLead } from '../../leads/contract';
import { getFieldErrors } from '../../lib/http-client';
import { useSite } from '../../lib/site';
import { getOwnerTimeZone } from '../../lib/wall-time';
import { Button } from '../../ui/Button';
import { FieldError } from '../../ui/Field';
import { InputField, TextareaField } from '../../ui/fields';
import * as formStyles from '../../ui/form.module.css';
import { maxMessageLength } from '../call';
import * as styles from './BookCallDialog.module.css';
import { getFirstName } from './booking-labels';
import { CallDialog } from './CallDialog';
import { CallTimeFields } from './CallTimeFields';
import { BothZones, MeetingLinkField } from './call-parts';
import { useBookCall } from './queries';
import { formatTimeError } from './time-error';
import { useCallChange } from './use-call-change';
import { ZonePicker } from './ZonePicker';

/** Maximum number of listed matches. */
const maxShown = 5;

interface LeadPickerProps {
  lead: ListedLead | null;
  onChange: (lead: ListedLead | null) => void;
  error?: string | undefined;
}

/** Finds the lead whom a call is with. */
function LeadPicker({ lead, onChange, error }: LeadPickerProps) {
  const [search, setSearch] = useState('');
  const q = useDeferredValue(search.trim());
  const { data } = useLeads({ ...noFilter, q }, maxShown);
  if (lead) {
    return (
      <div className={styles.chosen}>
        <p>
          <b>{lead.contactName}</b>, {lead.companyName}
          <small>{[lead.phone, lead.email].filter(Boolean).join(', ')}</small>
        </p>
        <Button variant="quiet" size="s" onClick={() => onChange(null)}>
          Change
        </Button>
      </div>
    );
  }
  return (
    <div>
      <InputField
        label="Lead"
        hint="Not a lead yet? Add them under Leads first."
        type="search"
        placeholder="Name, company, email or phone"
        maxLength={120}
        value={search}
        onChange={setSearch}
      />
      <ul className={styles.choices} aria-label="Matches">
        {data?.leads.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => onChange(one)}>
              <b>{one.contactName}</b>
              <small>{one.companyName}</small>
            </button>
          </li>
        ))}
      </ul>
      {data && data.leads.length === 0 && <p className={formStyles.hint}>No lead matches.</p>}
      {error && <FieldError>{error}</FieldError>}
    </div>
  );
}

interface BookCallDialogProps {
  /** The lead; without one, the dialog asks. */
  leadId: string | undefined;
  onClose: () => void;
}

/** Books a call for a lead, also outside the owner's hours. */
export function BookCallDialog({ leadId, onClose }: BookCallDialogProps) {
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
