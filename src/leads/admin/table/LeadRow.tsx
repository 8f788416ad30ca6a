import { Link } from 'wouter';
import { formatShortDay, formatTime } from '../../../lib/time/format-date';
import { Button, IconButton } from '../../../ui/Button';
import { Pencil, Trash2 } from '../../../ui/icons/admin-icons';
import { SelectBox, type Selection } from '../../../ui/list/selection';
import { PhoneNumber } from '../../../ui/PhoneNumber';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import { type LeadStatus, type ListedLead, undoPeriodMs } from '../../contract';
import { formatDuration, useNow } from '../format-due';
import { findPlanned, formatValue, isOpenLead, isReachable } from '../labels';
import { DueTime, LeadStage, NoNextStep, PlanSign, WaitingTime } from '../lead-parts';
import { useRestoreLead } from '../mutations';
import { PutOffDue } from '../status/PutOff';
import { StatusMenu } from '../status/status-controls';
import * as styles from './LeadRow.module.css';
import { buildLeadPath, type LeadFilter } from './lead-filter';

export interface LeadRowProps {
  lead: ListedLead;
  /** The list's filter, which the page of a lead keeps. */
  filter: LeadFilter;
  selection: Pick<Selection, 'isSelected' | 'toggle'>;
  onEdit: (lead: ListedLead) => void;
  onStatus: (lead: ListedLead, status: LeadStatus) => void;
  onDelete: (lead: ListedLead) => void;
}

/** The cells of a lead's row. */
export function LeadRow(props: LeadRowProps) {
  const { lead, filter, selection, onStatus } = props;
  const { companyName } = lead;
  const now = useNow();
  const createdAt = new Date(lead.createdAt);
  return (
    <>
      <td className={styles.check}>
        <SelectBox id={lead.id} label={`Select ${companyName}`} selection={selection} />
      </td>
      <th scope="row" className={styles.client}>
        <Link href={buildLeadPath(lead.id, filter)}>{companyName}</Link>
        {lead.suspect && <small>Suspected spam</small>}
        {lead.expiresAt && (
          <small>Will be deleted on {formatShortDay(new Date(lead.expiresAt), now)}</small>
        )}
      </th>
      <td className={styles.contact}>
        {lead.contactName}
        <small title={lead.email}>{lead.email}</small>
      </td>
      <td className={styles.phone}>
        {lead.phone && lead.suspect === null ? (
          <PhoneNumber phone={lead.phone} />
        ) : (
          (lead.phone ?? <NotGiven />)
        )}
      </td>
      <td className={styles.source}>{lead.source ?? <NotGiven />}</td>
      <td className={styles.packageName}>
        {lead.interestedPackage ? <Short text={lead.interestedPackage} /> : <NotGiven />}{' '}
        <small>
          <span>{formatValue(lead.value)}</span> {lead.plan && <PlanSign plan={lead.plan} />}
        </small>
      </td>
      <td className={styles.waiting}>
        <Waiting lead={lead} />
      </td>
      <td className={styles.step}>
        <NextStep lead={lead} />
      </td>
      <td className={styles.status} data-control="status">
        {lead.deletedAt === null ? (
          <StatusMenu lead={lead} onChoose={(status) => onStatus(lead, status)} />
        ) : (
          <LeadStage status={lead.status} />
        )}
      </td>
      <td className={styles.date}>
        <time dateTime={lead.createdAt}>
          {formatShortDay(createdAt, now)}, <small>{formatTime(createdAt)}</small>
        </time>
      </td>
      <td className={styles.action}>
        <RowActions {...props} />
      </td>
    </>
  );
}

function Waiting({ lead }: { lead: ListedLead }) {
  const now = useNow();
  if (lead.deletedAt !== null) {
    const end = new Date(Date.parse(lead.deletedAt) + undoPeriodMs);
    return (
      <span className={styles.muted}>
        Deleted, <small>gone {end > now ? formatShortDay(end, now) : 'after its call'}</small>
      </span>
    );
  }
  if (lead.status === 'new' && lead.suspect === null) return <WaitingTime since={lead.createdAt} />;
  if (lead.answeredAt === null) return <NotGiven />;
  const tookMs = Date.parse(lead.answeredAt) - Date.parse(lead.createdAt);
  return (
    <span className={styles.muted}>
      answered in <span className={styles.duration}>{formatDuration(tookMs)}</span>
    </span>
  );
}

function NextStep({ lead }: { lead: ListedLead }) {
  const planned = findPlanned(lead);
  if (!planned) return isOpenLead(lead) && isReachable(lead) ? <NoNextStep /> : <NotGiven />;
  return (
    <div className={styles.planned}>
      <div>
        <Short text={planned.text} />
        <small>
          <DueTime dueAt={planned.dueAt} />
        </small>
      </div>
      <PutOffDue lead={lead} className={styles.putOff} />
    </div>
  );
}

function RowActions({ lead, onEdit, onDelete }: LeadRowProps) {
  const restore = useRestoreLead();
  if (lead.deletedAt !== null) {
    return (
      <Button
        data-control="restore"
        className={styles.restore}
        variant="secondary"
        size="s"
        busy={restore.isPending}
        onClick={() => restore.mutate(lead.id)}
      >
        Restore<span className={layoutStyles.visuallyHidden}> {lead.companyName}</span>
      </Button>
    );
  }
  return (
    <>
      <IconButton
        data-control="edit"
        label={`Edit ${lead.companyName}`}
        onClick={() => onEdit(lead)}
      >
        <Pencil />
      </IconButton>
      <IconButton label={`Delete ${lead.companyName}`} onClick={() => onDelete(lead)}>
        <Trash2 />
      </IconButton>
    </>
  );
}

/** A text that is cut off when it is long, and whole when it is pointed at. */
function Short({ text }: { text: string }) {
  return (
    <span className={styles.short} title={text}>
      {text}
    </span>
  );
}

function NotGiven() {
  return (
    <>
      <span className={styles.dash} aria-hidden="true">
        –
      </span>
      <span className={layoutStyles.visuallyHidden}>not given</span>
    </>
  );
}
