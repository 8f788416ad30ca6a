import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { useErrorToast } from '../../../foundation/auth/admin/SessionProvider';
import { formatNumber } from '../../../lib/format-number';
import { IconButton } from '../../../ui/Button';
import { ChevronLeft, ChevronRight, Trash2 } from '../../../ui/icons/admin-icons';
import { ArrowLeft, Keyboard } from '../../../ui/icons/desk-icons';
import { MoreMenu } from '../../../ui/MoreMenu';
import type { LeadDetail } from '../../detail-contract';
import { useBulkChange } from '../mutations';
import { useLeads } from '../queries';
import { buildLeadPath, buildListPath, type LeadFilter } from '../table/lead-filter';
import * as styles from './LeadPage.module.css';
import type { OpenDialog } from './lead-dialogs';

interface Props {
  lead: LeadDetail;
  filter: LeadFilter;
  onOpen: OpenDialog;
  /** Starts a proposal. Absent while one is being written. */
  onWrite?: () => void;
}

/** Link back to the list, links to the neighboring leads, and the menu of the lead. */
export function LeadPath({ lead, filter, onOpen, onWrite }: Props) {
  const list = useLeads(filter);
  const { leads, total } = list.data ?? { leads: [], total: 0 };
  const index = leads.findIndex(({ id }) => id === lead.id);
  const isLast = index === leads.length - 1;

  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list;

  // The next lead may be on the next page of the list. One that fails is not requested again, or it
  // would be until the server recovers.
  const canFetchNext = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (index !== -1 && isLast && canFetchNext) void fetchNextPage();
  }, [index, isLast, canFetchNext, fetchNextPage]);

  // A lead that no longer matches the filter, such as one that was new, keeps its neighbors.
  const [neighbors, setNeighbors] = useState<Partial<Record<Direction, string>>>({});
  const [previous, next] = [leads[index - 1]?.id, leads[index + 1]?.id];
  if (index !== -1 && (neighbors.previous !== previous || neighbors.next !== next))
    setNeighbors({ previous, next });

  return (
    <div className={styles.path}>
      <Link href={buildListPath(filter)}>
        <ArrowLeft />
        Leads
      </Link>
      <span className={styles.spacer} />
      {index !== -1 && (
        <span
          className={styles.place}
        >{`${formatNumber(index + 1)} of ${formatNumber(total)}`}</span>
      )}
      <Neighbor go="previous" id={neighbors.previous} filter={filter} />
      <Neighbor go="next" id={neighbors.next} filter={filter} />
      <span className={styles.keyboardOnly}>
        <IconButton label="Keyboard shortcuts" onClick={() => onOpen('shortcuts')}>
          <Keyboard />
        </IconButton>
      </span>
      {lead.deletedAt === null && (
        <LeadMenu lead={lead} onWrite={onWrite} onDelete={() => onOpen('delete')} />
      )}
    </div>
  );
}

type Direction = 'previous' | 'next';

interface NeighborProps {
  go: Direction;
  id: string | undefined;
  filter: LeadFilter;
}

function Neighbor({ go, id, filter }: NeighborProps) {
  const label = go === 'next' ? 'Next lead' : 'Previous lead';
  const Icon = go === 'next' ? ChevronRight : ChevronLeft;
  if (id === undefined) {
    return (
      <IconButton label={label} disabled>
        <Icon />
      </IconButton>
    );
  }
  return (
    <Link
      className={styles.neighbor}
      href={buildLeadPath(id, filter)}
      data-go={go}
      aria-label={label}
    >
      <Icon />
    </Link>
  );
}

interface MenuProps {
  lead: LeadDetail;
  onWrite: (() => void) | undefined;
  onDelete: () => void;
}

/** Menu of rare actions: write a proposal, mark as spam, delete. */
function LeadMenu({ lead, onWrite, onDelete }: MenuProps) {
  const bulk = useBulkChange();
  const showError = useErrorToast();

  function markAsSpam() {
    bulk.mutate(
      { ids: [lead.id], action: 'spam' },
      {
        onSuccess({ results: [result] }) {
          if (result && !result.ok) showError(null, result.message ?? undefined);
        },
      },
    );
  }

  return (
    <MoreMenu label="More actions">
      {onWrite && (
        <button type="button" onClick={onWrite}>
          Write a proposal
        </button>
      )}
      {lead.suspect === null && (
        <button type="button" onClick={markAsSpam}>
          Mark as spam
        </button>
      )}
      <button type="button" onClick={onDelete}>
        <Trash2 />
        Delete
      </button>
    </MoreMenu>
  );
}
