import { type ReactNode, useId, useState } from 'react';
import { formatCount } from '../../../lib/format-number';
import { buildPhoneUrl } from '../../../lib/phone-url';
import { formatDateTime, formatMonthDay } from '../../../lib/time/format-date';
import { Button, getButtonClass } from '../../../ui/Button';
import * as formStyles from '../../../ui/form/form.module.css';
import { openListOnKey } from '../../../ui/form/open-list-on-key';
import { Mail, MessageSquare, Phone } from '../../../ui/icons/desk-icons';
import { Check } from '../../../ui/icons/icons';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import * as textStyles from '../../../ui/styles/text.module.css';
import { useToast } from '../../../ui/toast/toast';
import { undoPeriodMs } from '../../contract';
import type { LeadDetail } from '../../detail-contract';
import {
  buildTextLink,
  formatIndustry,
  isOpenLead,
  isReachable,
  spamReasonLabels,
} from '../labels';
import { DueTime, NoNextStep } from '../lead-parts';
import { useClearSpamMark, usePatchLead, useRestoreLead } from '../mutations';
import { ProjectManagersDialog } from '../ProjectManagersDialog';
import { useProjectManagers } from '../queries';
import { PutOff } from '../status/PutOff';
import { listSteps, useStepActions } from '../status/steps';
import * as cellStyles from '../table/now-cell.module.css';
import * as styles from './LeadPage.module.css';
import type { OpenDialog } from './lead-dialogs';

interface Props {
  lead: LeadDetail;
  onOpen: OpenDialog;
}

/** Company, contact, and the buttons to call and write to them. */
export function LeadHeader({ lead, onOpen }: Props) {
  const { companyName, contactName, industry, numberOfLocations, phone } = lead;
  const facts = [
    industry && formatIndustry(industry),
    numberOfLocations && formatCount(numberOfLocations, 'location'),
  ].filter(Boolean);
  return (
    <div className={styles.head}>
      <div>
        <h1>{companyName}</h1>
        <p className={styles.contact}>
          <b>{contactName}</b>
          {facts.length > 0 && `, ${facts.join(', ')}`}
        </p>
      </div>
      {isReachable(lead) && (
        <div className={styles.reach}>
          <CallAndText lead={lead} onOpen={onOpen} />
          <Button
            variant={buildPhoneUrl(phone) ? 'secondary' : 'primary'}
            onClick={() => onOpen('mail')}
          >
            <Mail />
            Mail
          </Button>
        </div>
      )}
    </div>
  );
}

/** Bar at the bottom of a phone's screen, with the buttons to call and write to a lead. */
export function ReachBar({ lead, onOpen }: Props) {
  if (!isReachable(lead)) return null;
  return (
    <fieldset className={styles.bar} aria-label={`Reach ${lead.contactName}`}>
      <CallAndText lead={lead} onOpen={onOpen} isShort />
      <Button variant="secondary" onClick={() => onOpen('mail')}>
        Mail
      </Button>
      <Button variant="secondary" onClick={() => onOpen('call')}>
        Log a call
      </Button>
    </fieldset>
  );
}

/** Links that call and text a lead, if it has a phone number. */
function CallAndText({ lead, onOpen, isShort = false }: Props & { isShort?: boolean }) {
  const { phone } = lead;
  const phoneUrl = buildPhoneUrl(phone);
  if (!phone || !phoneUrl) return null;
  return (
    <>
      <a className={getButtonClass()} href={phoneUrl}>
        <Phone />
        {isShort ? 'Call' : `Call ${phone}`}
      </a>
      <a
        className={getButtonClass('secondary')}
        href={buildTextLink(phone)}
        onClick={() => onOpen('text')}
      >
        {!isShort && <MessageSquare />}
        Text
      </a>
    </>
  );
}

const editOption = 'edit';

/** Project manager of the lead, and a list to assign another. */
function Assignee({ lead }: { lead: LeadDetail }) {
  const id = useId();
  const { data: managers = [], isFetching } = useProjectManagers();
  const { assignedPmId } = lead;
  const isKnown = assignedPmId === null || managers.some((manager) => manager.id === assignedPmId);
  const patch = usePatchLead();
  const [isEditing, setIsEditing] = useState(false);

  function choose(value: string) {
    if (value === editOption) setIsEditing(true);
    else patch.mutate({ id: lead.id, patch: { assignedPmId: value === '' ? null : value } });
  }

  return (
    <div className={styles.assigned}>
      <label className={textStyles.meta} htmlFor={id}>
        Assigned to
      </label>
      <select
        id={id}
        className={formStyles.input}
        data-part="assignee"
        value={assignedPmId ?? ''}
        disabled={lead.deletedAt !== null}
        onKeyDown={openListOnKey}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="">Nobody</option>
        {!isKnown && <option value={assignedPmId}>{isFetching ? 'Loading...' : 'Unknown'}</option>}
        {managers.map((manager) => (
          <option key={manager.id} value={manager.id}>
            {manager.name}
          </option>
        ))}
        <option value={editOption}>Edit project managers…</option>
      </select>
      {isEditing && <ProjectManagersDialog onClose={() => setIsEditing(false)} />}
    </div>
  );
}

/** Next step of the lead, its next call, and its assignee. */
export function LeadNow({ lead, onOpen, call }: Props & { call: ReactNode }) {
  return (
    <div className={styles.now}>
      <NextStep lead={lead} onOpen={onOpen} />
      {call}
      <Assignee lead={lead} />
    </div>
  );
}

function NextStep({ lead, onOpen }: Props) {
  const [step] = listSteps(lead);
  const { isBusy, complete } = useStepActions();
  return (
    <div className={cellStyles.cell}>
      <div>
        <p className={textStyles.meta}>Next step</p>
        {step ? (
          <>
            <b>{step.text}</b>
            <p className={cellStyles.when}>
              {step.dueAt === null ? 'No due date' : <DueTime dueAt={step.dueAt} />}
            </p>
          </>
        ) : lead.nextCallAt ? (
          <b>Discovery call</b>
        ) : isOpenLead(lead) ? (
          <NoNextStep />
        ) : (
          <p className={cellStyles.when}>None. This lead is closed.</p>
        )}
      </div>
      {lead.deletedAt === null && (
        <span className={styles.stepActions} data-keeps-focus>
          <Button
            variant="quiet"
            size="touch"
            data-control="step"
            onClick={() => onOpen('step', step)}
          >
            {step ? 'Change' : 'Set next step'}
          </Button>
          {step && (
            <>
              <PutOff step={step} onOtherDay={(chosen, dueAt) => onOpen('step', chosen, dueAt)} />
              <Button variant="secondary" size="touch" busy={isBusy} onClick={() => complete(step)}>
                <Check />
                Done
              </Button>
            </>
          )}
        </span>
      )}
    </div>
  );
}

/**
 * Shows until when a deleted lead can be restored, with a button to restore it; for any other lead,
 * when retention is going to delete it.
 */
export function DeletedNotice({ lead }: { lead: LeadDetail }) {
  const restore = useRestoreLead();
  if (lead.deletedAt === null) {
    if (lead.expiresAt === null) return null;
    return (
      <div className={styles.notice} role="status">
        <p>
          <strong>Will be deleted on {formatMonthDay(new Date(lead.expiresAt))}.</strong> Nothing
          has happened here for as long as you keep leads. A note, a call or a next step keeps it.
        </p>
      </div>
    );
  }
  const end = new Date(Date.parse(lead.deletedAt) + undoPeriodMs);
  const canRestore = end.getTime() > Date.now();
  return (
    <div className={styles.notice} role="status">
      <p>
        <strong>Deleted {formatDateTime(lead.deletedAt)}.</strong>{' '}
        {canRestore
          ? `It is gone for good on ${formatMonthDay(end)}.`
          : 'It is gone for good once its call is over.'}
      </p>
      {canRestore && (
        <Button
          variant="secondary"
          size="touch"
          busy={restore.isPending}
          onClick={() => restore.mutate(lead.id)}
        >
          Restore
        </Button>
      )}
    </div>
  );
}

/** Shows why a lead counts as spam, with a button to clear the mark. */
export function LeadSpam({ lead, onDelete }: { lead: LeadDetail; onDelete: () => void }) {
  const clearSpamMark = useClearSpamMark();
  const toast = useToast();
  if (lead.suspect === null || lead.deletedAt !== null) return null;
  const clear = () =>
    clearSpamMark.mutate(lead.id, { onSuccess: () => toast({ title: 'Lead updated' }) });
  return (
    <div className={styles.notice}>
      <p>
        <strong>Suspected spam:</strong> {spamReasonLabels[lead.suspect]}. The contact got no
        confirmation.
      </p>
      <span className={layoutStyles.actions}>
        <Button variant="secondary" size="touch" busy={clearSpamMark.isPending} onClick={clear}>
          Not spam
        </Button>
        <Button variant="quiet" size="touch" onClick={onDelete}>
          Delete
        </Button>
      </span>
    </div>
  );
}
