import { type ReactNode, useState } from 'react';
import { Link, useSearch } from 'wouter';
import { formatCount } from '../../../lib/format-number';
import { formatDateTime, getDateFormat } from '../../../lib/time/format-date';
import { isSameText } from '../../../lib/to-comparable';
import { Button } from '../../../ui/Button';
import { Dialog } from '../../../ui/dialog/Dialog';
import { LinkButton } from '../../../ui/LinkButton';
import * as adminStyles from '../../../ui/styles/admin.module.css';
import * as layoutStyles from '../../../ui/styles/layout.module.css';
import { useToast } from '../../../ui/toast/toast';
import { formatStatus, undoPeriodMs } from '../../contract';
import type { LeadDetail, RelatedLead } from '../../detail-contract';
import { BreakableEmail } from '../lead-parts';
import { useMarkUnrelated, useMergeLeads, useUnmarkUnrelated, useUnmergeLeads } from '../mutations';
import { buildLeadPath, parseLeadFilter } from '../table/lead-filter';
import * as styles from './Records.module.css';

/** Related inquiries that are listed; further ones are found by the search. */
const maxListed = 8;

/**
 * Inquiries with the same mailbox or phone number: those that were merged, others to merge, and
 * those of other people.
 */
export function SamePerson({ lead }: { lead: LeadDetail }) {
  const { merged, related, unrelated } = lead;
  const others = related.filter((id) => !merged.some((one) => one.id === id));
  const find = (ids: readonly string[]) =>
    ids.slice(0, maxListed).flatMap((id) => lead.relatedLeads.find((one) => one.id === id) ?? []);
  const sameCount = merged.length + others.length;
  if (sameCount === 0 && unrelated.length === 0) return null;
  return (
    // Takes the focus when the row of an open dialog goes away.
    <section aria-labelledby="person-heading" tabIndex={-1}>
      <div className={adminStyles.sectionTitle}>
        <h2 id="person-heading">Same person</h2>
        <small>
          {sameCount === 0
            ? 'No other inquiry'
            : formatCount(sameCount, 'other inquiry', 'other inquiries')}
        </small>
      </div>
      <ul className={styles.list}>
        {merged.map((one) => (
          <MergedInquiry key={one.id} other={one} lead={lead} />
        ))}
        {find(others).map((other) => (
          <RelatedInquiry key={other.id} other={other} lead={lead} />
        ))}
        {find(unrelated).map((other) => (
          <UnrelatedInquiry key={other.id} other={other} lead={lead} />
        ))}
      </ul>
    </section>
  );
}

interface Pair {
  lead: LeadDetail;
  other: RelatedLead;
}

const describeInquiry = ({ createdAt, interestedPackage, status }: RelatedLead): string =>
  [formatDateTime(createdAt), interestedPackage, formatStatus(status)].filter(Boolean).join(', ');

interface RowProps {
  inquiry: RelatedLead;
  note: string;
  /** Whether it has a page of its own. */
  hasPage?: boolean;
  children: ReactNode;
}

function InquiryRow({ inquiry, note, hasPage = true, children }: RowProps) {
  const filter = parseLeadFilter(useSearch());
  const name = `${inquiry.contactName}, ${inquiry.companyName}`;
  return (
    <li>
      <p>
        {hasPage ? <Link href={buildLeadPath(inquiry.id, filter)}>{name}</Link> : <b>{name}</b>}
        <small>{note}</small>
      </p>
      {children}
    </li>
  );
}

interface UndoProps extends Pair {
  /** Undoes a decision about the two. */
  undo: ReturnType<typeof useUnmergeLeads> | ReturnType<typeof useUnmarkUnrelated>;
  /** The decision, for assistive technology. */
  children: string;
}

function UndoButton({ lead, other, undo, children }: UndoProps) {
  return (
    <LinkButton
      onClick={() => {
        if (!undo.isPending) undo.mutate({ id: lead.id, otherId: other.id });
      }}
    >
      Undo<span className={layoutStyles.visuallyHidden}>{` ${children}`}</span>
    </LinkButton>
  );
}

function MergedInquiry({ lead, other }: Pair & { other: LeadDetail['merged'][number] }) {
  const unmerge = useUnmergeLeads();
  const end = Date.parse(other.mergedAt) + undoPeriodMs;
  const day = getDateFormat({ month: 'short', day: 'numeric' }).format(new Date(end));
  const canUndo = end > Date.now();
  const note = `${describeInquiry(other)}. Merged${canUndo ? `; can be undone until ${day}` : ''}`;
  return (
    <InquiryRow inquiry={other} note={note} hasPage={false}>
      {canUndo && (
        <UndoButton lead={lead} other={other} undo={unmerge}>
          {`the merge with ${other.companyName}`}
        </UndoButton>
      )}
    </InquiryRow>
  );
}

function RelatedInquiry({ other, lead }: Pair) {
  const [isMerging, setIsMerging] = useState(false);
  return (
    <InquiryRow inquiry={other} note={describeInquiry(other)}>
      {lead.deletedAt === null && (
        <Button variant="secondary" size="s" onClick={() => setIsMerging(true)}>
          Merge<span className={layoutStyles.visuallyHidden}> {other.companyName}</span>
        </Button>
      )}
      {isMerging && <MergeDialog lead={lead} other={other} onClose={() => setIsMerging(false)} />}
    </InquiryRow>
  );
}

/** An inquiry of another person, who has the phone number or the mailbox in common. */
function UnrelatedInquiry({ other, lead }: Pair) {
  const unmark = useUnmarkUnrelated();
  return (
    <InquiryRow inquiry={other} note="Not the same person">
      {lead.deletedAt === null && (
        <UndoButton lead={lead} other={other} undo={unmark}>
          {`that ${other.companyName} is not the same person`}
        </UndoButton>
      )}
    </InquiryRow>
  );
}

interface MergeDialogProps extends Pair {
  onClose: () => void;
}

function MergeDialog({ lead, other, onClose }: MergeDialogProps) {
  const merge = useMergeLeads();
  const mark = useMarkUnrelated();
  const unmark = useUnmarkUnrelated();
  const toast = useToast();
  const pair = { id: lead.id, otherId: other.id };
  const confirm = () =>
    merge.mutate({ keepId: lead.id, otherId: other.id }, { onSuccess: onClose });

  async function separate() {
    try {
      // Not a callback: the row is gone with this dialog when the lead is loaded again.
      await mark.mutateAsync(pair);
    } catch {
      return;
    }
    toast({
      title: `${other.companyName} is not the same person`,
      action: { label: 'Undo', run: () => unmark.mutate(pair) },
    });
    onClose();
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Is this one person?"
      size="small"
      footer={
        <>
          <Button variant="secondary" busy={mark.isPending} onClick={separate}>
            Not the same person
          </Button>
          <Button busy={merge.isPending} onClick={confirm}>
            Merge
          </Button>
        </>
      }
    >
      <ul className={styles.pair}>
        {[lead, other].map((one) => (
          <li key={one.id}>
            <small>{one === lead ? 'Keeps its page' : 'Joins it'}</small>
            <strong>
              {one.contactName}, {one.companyName}
            </strong>
            <span className={isSameText(lead.email, other.email) ? styles.same : undefined}>
              <BreakableEmail email={one.email} />
            </span>
            <span className={isSamePhone(lead.phone, other.phone) ? styles.same : undefined}>
              {one.phone}
            </span>
            <span>{describeInquiry(one)}</span>
          </li>
        ))}
      </ul>
      <p className={styles.small}>Every inquiry, note and mail stays. Can be undone for 30 days.</p>
    </Dialog>
  );
}

const isSamePhone = (a: string | null, b: string | null) =>
  a !== null && b !== null && a.replace(/\D/g, '') === b.replace(/\D/g, '');
