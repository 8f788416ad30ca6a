import { useState } from 'react';
import { Link } from 'wouter';
import { buildPhoneUrl } from '../../../lib/phone-url';
import { Mail, MessageSquare, Phone } from '../../../ui/icons/desk-icons';
import * as adminStyles from '../../../ui/styles/admin.module.css';
import type { Lead } from '../../contract';
import type { FollowUp, Overview } from '../../today/overview-contract';
import { buildTextLink } from '../labels';
import { MailDialog, type MailRecipient, TextDialog } from '../lead-page/MailDialog';
import { WaitingTime } from '../lead-parts';
import { type OpenStep, useOtherDayDialog } from '../status/PutOff';
import { buildLeadPath, noFilter } from '../table/lead-filter';
import { DueSteps } from './FollowUps';
import * as styles from './Today.module.css';

/** Maximum number of listed leads. The list of leads has all. */
const maxListed = 8;

interface Props {
  waiting: Overview<unknown, unknown>['waiting'];
  /** Number of all waiting leads. */
  count: number;
  /** What is due, for all leads. */
  followUps: readonly FollowUp[];
}

/** Lists the waiting leads that are shown. */
export const listWaiting = ({ waiting }: Pick<Props, 'waiting'>) => waiting.slice(0, maxListed);

/** Leads that wait for a first answer, oldest first, each with the buttons to call and write. */
export function Waiting({ waiting, count, followUps }: Props) {
  const writing = useWriteDialogs();
  const otherDay = useOtherDayDialog();
  return (
    <section id="waiting" aria-labelledby="waiting-heading" tabIndex={-1}>
      <div className={adminStyles.sectionTitle}>
        <h3 id="waiting-heading">Waiting for a first answer</h3>
        <small>oldest first</small>
      </div>
      {waiting.length === 0 && <p className={styles.covered}>Everyone has an answer.</p>}
      <ol>
        {listWaiting({ waiting }).map((lead) => (
          <WaitingRow
            key={lead.leadId}
            lead={lead}
            due={followUps.filter(({ leadId }) => leadId === lead.leadId)}
            onWrite={writing.open}
            onOtherDay={otherDay.open}
          />
        ))}
      </ol>
      {count > Math.min(waiting.length, maxListed) && (
        <p className={styles.foot}>
          <Link href="/admin?tab=leads&status=new&sort=-waiting">All {count} new leads</Link>
        </p>
      )}
      {writing.dialog}
      {otherDay.dialog}
    </section>
  );
}

const waitingFilter = { ...noFilter, status: 'new', sort: '-waiting' } as const;

interface RowProps {
  lead: Props['waiting'][number];
  /** What is due for it. */
  due: readonly FollowUp[];
  onWrite: OpenWriting;
  onOtherDay: OpenStep;
}

function WaitingRow({ lead, due, onWrite, onOtherDay }: RowProps) {
  const { leadId, contactName, companyName, createdAt } = lead;
  return (
    <li className={styles.row}>
      <p className={styles.who}>
        <Link href={buildLeadPath(leadId, waitingFilter)}>{contactName}</Link>
        <small>{companyName}</small>
      </p>
      <WaitingTime since={createdAt} isLong />
      <ReachButtons lead={{ ...lead, id: leadId, status: 'new' }} onWrite={onWrite} />
      {due.length > 0 && <DueSteps followUps={due} onOtherDay={onOtherDay} />}
    </li>
  );
}

export type OpenWriting = (lead: MailRecipient, channel: 'mail' | 'text') => void;

/**
 * Opens the dialog that writes a mail to a lead of a list, or asks about a text. It is the list's,
 * because a row is removed when somebody else answers its lead.
 */
export function useWriteDialogs() {
  const [opened, setOpened] = useState<{ lead: MailRecipient; Dialog: typeof MailDialog }>();
  const open: OpenWriting = (lead, channel) =>
    setOpened({ lead, Dialog: channel === 'mail' ? MailDialog : TextDialog });
  return {
    open,
    dialog: opened && <opened.Dialog lead={opened.lead} onClose={() => setOpened(undefined)} />,
  };
}

interface ReachProps {
  lead: MailRecipient & Pick<Lead, 'phone'>;
  onWrite: OpenWriting;
}

/** Buttons to call, text and mail a lead in a list. */
export function ReachButtons({ lead, onWrite }: ReachProps) {
  const { contactName, phone } = lead;
  const phoneUrl = buildPhoneUrl(phone);
  return (
    <div className={styles.reach}>
      {phone && phoneUrl && (
        <>
          <a href={phoneUrl} aria-label={`Call ${contactName}`} title="Call">
            <Phone />
          </a>
          <a
            href={buildTextLink(phone)}
            aria-label={`Text ${contactName}`}
            title="Text"
            onClick={() => onWrite(lead, 'text')}
          >
            <MessageSquare />
          </a>
        </>
      )}
      <button
        type="button"
        aria-label={`Mail ${contactName}`}
        title="Mail"
        onClick={() => onWrite(lead, 'mail')}
      >
        <Mail />
      </button>
    </div>
  );
}
