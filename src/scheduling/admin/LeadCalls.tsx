import { useId } from 'react';
import * as leadDialogStyles from '../../leads/admin/status/LeadStatusDialog.module.css';
import { formatAddress } from '../../lib/format-text';
import { Button } from '../../ui/Button';
import { LoadFailure } from '../../ui/QueryState';
import { CallForms } from './call/CallForms';
import { useCallForms } from './call/call-forms';
import { PersonButtons } from './call/call-questions';
import { formatCallStart, formatCallStatus } from './call-labels';
import { isPlanned } from './call-lists';
import { CallDetail, SourceDetail } from './call-parts';
import * as styles from './LeadCalls.module.css';
import { type Call, useLeadCalls } from './queries';

interface Props {
  id: string;
  /** Called when a call may have changed the lead. */
  onLeadChange?: () => Promise<void>;
  /** False for an inquiry that was merged into another. */
  canBook?: boolean;
}

/** Calls of a lead, and a button to book one. */
export const LeadCalls = (props: Props) => (
  <CallForms onClosed={props.onLeadChange}>
    <CallSection {...props} />
  </CallForms>
);

function CallSection({ id, onLeadChange, canBook = true }: Props) {
  const query = useLeadCalls(id);
  const { open } = useCallForms();
  const headingId = useId();
  const calls = query.data ?? [];
  if (query.isError)
    return (
      <LoadFailure
        name="The calls"
        display="line"
        query={query}
        className={leadDialogStyles.panel}
      />
    );
  if (!canBook && calls.length === 0) return null;
  return (
    <section aria-labelledby={headingId} tabIndex={-1}>
      <div className={styles.header}>
        <h3 id={headingId}>Calls</h3>
        {canBook && (
          <Button variant="quiet" size="s" onClick={() => open({ kind: 'book', leadId: id })}>
            Book a call
          </Button>
        )}
      </div>
      {calls.length > 0 && <CallItems calls={calls} onLeadChange={onLeadChange} />}
      {query.data?.length === 0 && <p className={styles.none}>No calls yet.</p>}
    </section>
  );
}

interface CallsProps extends Pick<Props, 'onLeadChange'> {
  calls: readonly Call[];
}

/** Returns whether the owner is asked who booked a call. A call that replaced it asks instead. */
const isUnconfirmed = ({ personConfirmed, status, heldUntil }: Call): boolean =>
  !personConfirmed && status !== 'rescheduled' && heldUntil === null;

function CallItems({ calls, onLeadChange }: CallsProps) {
  return (
    <ul className={styles.calls} aria-label="Calls">
      {calls.map((call) => (
        <li key={call.id} data-status={call.status}>
          <span>
            <strong>{formatCallStart(call)}</strong>, {formatCallStatus(call)}
            {isUnconfirmed(call) && (
              <CallDetail>
                {call.name ?? 'Someone'} booked this with the lead’s email, but not from the lead’s
                own link. Confirming moves the lead to Discovery Call.
              </CallDetail>
            )}
            <SourceDetail attribution={call.attribution} />
            {isPlanned(call, new Date()) && call.meetingUrl && (
              <CallDetail>
                <a href={call.meetingUrl} target="_blank" rel="noopener noreferrer">
                  {formatAddress(call.meetingUrl)}
                </a>
              </CallDetail>
            )}
          </span>
          {isUnconfirmed(call) && <PersonButtons id={call.id} onLeadChange={onLeadChange} />}
          <LinkButton call={call} />
          <ResultButton call={call} />
        </li>
      ))}
    </ul>
  );
}

/** Changes the meeting link of a call that was booked here and is not over. */
function LinkButton({ call }: { call: Call }) {
  const { open } = useCallForms();
  if (call.source !== 'site' || call.heldUntil !== null || !isPlanned(call, new Date()))
    return null;
  return (
    <Button
      className={styles.changeLink}
      variant="quiet"
      size="s"
      onClick={() => open({ kind: 'link', call })}
    >
      {call.meetingUrl ? 'Change link' : 'Add link'}
    </Button>
  );
}

/** Records the result of a call that has started. */
function ResultButton({ call }: { call: Call }) {
  const { open } = useCallForms();
  const { personConfirmed, start, status, result } = call;
  const isOver = start !== null && start < new Date().toISOString();
  if (!personConfirmed || !isOver || !['booked', 'no_show'].includes(status)) return null;
  return (
    <Button variant="secondary" size="s" onClick={() => open({ kind: 'result', call })}>
      {result ? 'Change result' : 'Log result'}
    </Button>
  );
}
