import { useState } from 'react';
import { useLeadDetail } from '../../../leads/admin/queries';
import type { ListedLead } from '../../../leads/contract';
import { formatCount } from '../../../lib/format-number';
import { getFieldErrors, hasStatus } from '../../../lib/network/http-client';
import { useSite } from '../../../lib/site';
import { formatTime } from '../../../lib/time/format-date';
import { getOwnerTimeZone } from '../../../lib/time/wall-time';
import * as formStyles from '../../../ui/form/form.module.css';
import { ZonePicker } from '../availability/ZonePicker';
import { formatCallStart, getCallPersonName, getVisitorName } from '../call-labels';
import { BothZones, FromTo, MeetingLinkField } from '../call-parts';
import {
  type Call,
  formatTimeError,
  useBookCall,
  useCancelCalls,
  useChangeCall,
  useUpcomingCalls,
} from '../queries';
import { CallChangeDialog } from './CallChangeDialog';
import { CallTimeFields } from './CallTimeFields';
import { type Decision, LeadDecision, LeadPicker } from './lead-fields';

interface CallProps {
  call: Call;
  onClose: () => void;
}

interface BookProps {
  /** The lead; without one, the form asks. */
  leadId: string | undefined;
  onClose: () => void;
}

/** Books a call for a lead, even outside the owner's hours. */
export function BookCall({ leadId: givenId, onClose }: BookProps) {
  const book = useBookCall();
  const [lead, setLead] = useState<ListedLead | null>(null);
  const [start, setStart] = useState<string>();
  const [timeZone, setTimeZone] = useState(getOwnerTimeZone);
  const [meetingUrl, setMeetingUrl] = useState('');
  const leadId = givenId ?? lead?.id;
  const name = getVisitorName({ name: lead?.contactName ?? null });
  return (
    <CallChangeDialog
      title="Book a call"
      cancelLabel="Close"
      submitLabel="Book the call"
      mailLabel={`Book and tell ${name}`}
      message={{ label: `A sentence for ${name}` }}
      isComplete={start !== undefined && leadId !== undefined}
      isTyped={meetingUrl !== ''}
      mutation={book}
      getInput={(message) => ({
        leadId: leadId ?? '',
        start: start ?? '',
        timeZone,
        meetingUrl: meetingUrl || null,
        message: message || null,
      })}
      done="Call booked"
      onClose={onClose}
    >
      {(wasSent) => (
        <>
          {givenId === undefined && (
            <LeadPicker
              lead={lead}
              onChange={setLead}
              error={wasSent && !leadId ? 'Choose a lead' : undefined}
            />
          )}
          <CallTimeFields
            start={start}
            onChange={setStart}
            error={formatTimeError(book) ?? (wasSent && !start ? 'Choose a time' : undefined)}
          />
          {start && <BothZones start={start} name={name} timeZone={timeZone} />}
          <ZonePicker label="Their time zone" value={timeZone} onChange={setTimeZone} />
          <MeetingLinkField
            value={meetingUrl}
            onChange={setMeetingUrl}
            error={getFieldErrors(book.error).meetingUrl}
            readOnly={book.isPending}
          />
        </>
      )}
    </CallChangeDialog>
  );
}

/** Moves a call. When the time is taken, the input stays. */
export function MoveCall({ call, onClose }: CallProps) {
  const change = useChangeCall();
  const [start, setStart] = useState<string>();
  const name = getVisitorName(call);
  const isNew = start !== undefined && start !== call.start;
  return (
    <CallChangeDialog
      title="Move the call"
      cancelLabel={call.start ? `Keep ${formatTime(new Date(call.start))}` : 'Keep the time'}
      submitLabel="Move the call"
      mailLabel={`Move and tell ${name}`}
      message={{
        label: `Tell ${name} why`,
        hint: 'They read this first, then the new time. The old one leaves their calendar.',
        missing: 'Write one sentence.',
      }}
      isComplete={isNew}
      mutation={change}
      getInput={(message) => ({ call, start, message })}
      done="Call moved"
      onClose={onClose}
    >
      {(wasSent) => (
        <>
          <FromTo call={call} start={start} />
          <CallTimeFields
            start={start}
            current={call.start}
            onChange={setStart}
            error={formatTimeError(change) ?? (wasSent && !isNew ? 'Choose a new time' : undefined)}
          />
        </>
      )}
    </CallChangeDialog>
  );
}

/** Changes the meeting link of a call. */
export function ChangeLink({ call, onClose }: CallProps) {
  const change = useChangeCall();
  const { isMailOff } = useSite();
  const previousUrl = call.ownMeetingUrl ?? '';
  const [meetingUrl, setMeetingUrl] = useState(previousUrl);
  const name = getVisitorName(call);
  const isChanged = meetingUrl.trim() !== previousUrl;
  const effect = isMailOff
    ? `Email is turned off, so please tell ${name} yourself.`
    : `${name === 'them' ? 'They get' : `${name} gets`} an email with the new link, and their calendar is updated. The time stays.`;
  return (
    <CallChangeDialog
      title="Change the link"
      description={`${getCallPersonName(call)}, ${formatCallStart(call)}. ${effect}`}
      cancelLabel="Keep the link"
      submitLabel="Save the link"
      mailLabel={`Save and tell ${name}`}
      message={{ label: `A sentence for ${name}` }}
      isComplete={isChanged}
      isTyped={isChanged}
      mutation={change}
      getInput={(message) => ({
        call,
        meetingUrl: meetingUrl || null,
        message: message || null,
      })}
      done="Link changed"
      onClose={onClose}
    >
      {(wasSent) => (
        <MeetingLinkField
          value={meetingUrl}
          onChange={setMeetingUrl}
          error={
            wasSent && !isChanged ? 'Enter another link' : getFieldErrors(change.error).meetingUrl
          }
          readOnly={change.isPending}
        />
      )}
    </CallChangeDialog>
  );
}

/** What the cancellation of one call and of several have in common. */
const cancellation = { isDanger: true, formClass: formStyles.field };
const missingReason = 'Write one sentence. Nobody likes a call that just disappears.';

/** Cancels a call, and asks for the lead's status. */
export function CancelCall({ call, onClose }: CallProps) {
  const change = useChangeCall();
  const { isMailOff } = useSite();
  const [lead, setLead] = useState<Decision>('keep');
  const { data: inquiry } = useLeadDetail(call.leadId);
  const keptId = inquiry?.mergedIntoId ?? null;
  const { data: kept } = useLeadDetail(keptId);
  const detail = keptId === null ? inquiry : kept;
  // Any other lead stays as it is.
  const isAsked = detail?.status === 'discovery_call' && detail.deletedAt === null;
  const name = getVisitorName(call);
  const effect = isMailOff
    ? 'Email is turned off, so please let them know yourself. The time becomes available again.'
    : 'They get a cancellation email, and the time becomes available again.';
  return (
    <CallChangeDialog
      {...cancellation}
      title="Cancel the call"
      description={`${getCallPersonName(call)}, ${formatCallStart(call)}. ${effect}`}
      cancelLabel="Keep the call"
      submitLabel="Cancel the call"
      mailLabel={`Cancel and tell ${name}`}
      message={{
        label: `Tell ${name} why`,
        hint: 'They read this first, then a way to pick a new time.',
        missing: missingReason,
      }}
      mutation={change}
      getInput={(message) => ({
        call,
        status: 'canceled' as const,
        message,
        ...(isAsked && { lead }),
      })}
      done="Call canceled"
      onClose={onClose}
      after={isAsked && <LeadDecision value={lead} onChange={setLead} />}
    />
  );
}

interface CancelSeveralProps {
  calls: readonly Call[];
  onCanceled: () => void;
  onClose: () => void;
}

/** Cancels several calls with one message to all visitors. */
export function CancelCalls({ calls, onCanceled, onClose }: CancelSeveralProps) {
  const cancelCalls = useCancelCalls();
  const { data: listed = [] } = useUpcomingCalls();
  const { isMailOff } = useSite();
  // A newer version only after a conflict: until then the owner does not know of the change.
  const hasConflict = hasStatus(cancelCalls.error, 412);
  const known = calls.map(
    (call) => (hasConflict && listed.find(({ id }) => id === call.id)) || call,
  );
  const count = formatCount(calls.length, 'call');
  const effect = isMailOff
    ? 'Email is turned off, so please let them know yourself.'
    : 'Each of them gets a cancellation email.';
  return (
    <CallChangeDialog
      {...cancellation}
      title={`Cancel ${count}`}
      description={`${effect} The times become available again.`}
      cancelLabel={calls.length === 1 ? 'Keep the call' : 'Keep the calls'}
      submitLabel={`Cancel ${count}`}
      mailLabel={`Cancel ${count} and tell them`}
      message={{
        label: 'Tell them why',
        hint: 'All of them get the same text.',
        missing: missingReason,
      }}
      mutation={cancelCalls}
      getInput={(message) => ({
        ids: known.map(({ id }) => id),
        versions: Object.fromEntries(known.map(({ id, updatedAt }) => [id, updatedAt])),
        message,
      })}
      done={`${count} canceled`}
      onDone={onCanceled}
      onClose={onClose}
    />
  );
}
