import { Link } from 'wouter';
import { formatShortDay, formatTime } from '../../lib/format-date';
import { Pencil, Trash2 } from '../../ui/admin-icons';
import { Button, IconButton } from '../../ui/Button';
import * as formStyles from '../../ui/form.module.css';
import * as layoutStyles from '../../ui/layout.module.css';
import { PhoneNumber } from '../../ui/PhoneNumber';
import { type ListedLead, undoPeriodMs } from '../contract';
import { formatDuration } from './format-due';
import * as styles from './LeadRow.module.css';
import { findPlanned, formatValue, isOpenLead, isReachable } from './labels';
import { buildLeadPath, type LeadFilter } from './lead-filter';
import { BreakableEmail, DueTime, LeadStage, NoNextStep, WaitingTime } from './lead-parts';
import { useRestoreLead } from './mutations';

interface Props {
  lead: ListedLead;
  filter: LeadFilter;
  now: Date;
  isSelected: boolean;
  onSelect: (isSelected: boolean) => void;
  onEdit: () => void;
  onDelete: () => void;
}

/** The cells of a lead's row. */
export function LeadRow(props: Props) {
  const { lead, filter, now, isSelected, onSelect } = props;
  const { companyName } = lead;
  const createdAt = new Date(lead.createdAt);
  return (
    <>
      <td className={styles.check}>
        <label className={formStyles.checkbox}>
          <span className={layoutStyles.visuallyHidden}>Select {companyName}</span>
          <input
            type="checkbox"
            checked={isSelected}
            onChange={(event) => onSelect(event.target.checked)}
          />
        </label>
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
        <small>
          <BreakableEmail email={lead.email} />
        </small>
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
        {lead.interestedPackage ?? <NotGiven />} <small>{formatValue(lead.value)}</small>
      </td>
      <td className={styles.waiting}>
        <Waiting lead={lead} now={now} />
      </td>
      <td className={styles.step}>
        <NextStep lead={lead} now={now} />
      </td>
      <td className={styles.status}>
        <LeadStage status={lead.status} />
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

function Waiting({ lead, now }: { lead: ListedLead; now: Date }) {
  if (lead.deletedAt !== null) {
    const end = new Date(Date.parse(lead.deletedAt) + undoPeriodMs);
    return (
      <span className={styles.muted}>
        Deleted, <small>gone {formatShortDay(end, now)}</small>
      </span>
    );
  }
  if (lead.status === 'new' && lead.suspect === null)
    return <WaitingTime since={lead.createdAt} now={now} />;
  if (lead.answeredAt === null) return <NotGiven />;
  const tookMs = Date.parse(lead.answeredAt) - Date.parse(lead.createdAt);
  return (
    <span className={styles.muted}>
      answered in <span className={styles.duration}>{formatDuration(tookMs)}</span>
    </span>
  );
}

function NextStep({ lead, now }: { lead: ListedLead; now: Date }) {
  const planned = findPlanned(lead);
  if (!planned) return isOpenLead(lead) && isReachable(lead) ? <NoNextStep /> : <NotGiven />;
  return (
    <>
      {planned.text}
      <small>
        <DueTime dueAt={planned.dueAt} now={now} />
      </small>
    </>
  );
}

function RowActions({ lead, onEdit, onDelete }: Props) {
  const restore = useRestoreLead();
  if (lead.deletedAt !== null) {
    return (
      <Button
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
      <IconButton label={`Edit ${lead.companyName}`} onClick={onEdit}>
        <Pencil />
      </IconButton>
      <IconButton label={`Delete ${lead.companyName}`} onClick={onDelete}>
        <Trash2 />
      </IconButton>
    </>
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
